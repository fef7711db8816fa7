export const TARGET = 'past';

export const keyOf = (nth: number, families: number) => `shop${nth % families}:lock:order:${nth}`;
export const lockIdOf = (nth: number, families: number) => `${TARGET}.0.${keyOf(nth, families)}`;
export const familyOf = (nth: number, families: number) => `shop${nth % families}:lock:order:*`;
export const refOf = (holder: number) => `instance:worker-${holder}`;
