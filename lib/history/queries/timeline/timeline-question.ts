import type { HistoryScope } from '../../../contract/history/history-queries';

export type TimelineQuestion = {
  scope: HistoryScope;
  /** Only holds of this holder (`holder_ref`); null = of anybody. */
  holder: string | null;
  fromMs: number;
  toMs: number;
  /** Most spans that are told one by one. */
  limit: number;
};
