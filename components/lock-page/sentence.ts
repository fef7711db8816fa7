export type Sentence = {
  /** Name under `verdict.` in the catalogue. */
  code: string;
  values: Record<string, string | number>;
};
