/** Two panels side by side where there is room for both. */
export const OVERVIEW_ROW =
  'grid gap-3 min-[1360px]:grid-cols-[minmax(0,1fr)_400px] min-[1800px]:grid-cols-[minmax(0,1fr)_560px]';
