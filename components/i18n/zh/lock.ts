export const lock = {};
