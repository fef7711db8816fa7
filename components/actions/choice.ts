import type { Preview } from '@/lib/contract/actions';
import type { Holder } from '@/lib/contract/holder';

/** One holder of a lock that several may hold, and what a preview names it by. */
export type Choice = { holder: Holder; tokenDigest: string };

/** Whether a preview is about the holder that was chosen. */
export function isOfChoice({ holder }: Pick<Preview, 'holder'>, choice: Choice | null): boolean {
  return choice === null || holder.token.text === choice.holder.token.text;
}
