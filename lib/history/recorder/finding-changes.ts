import type { Finding } from '../../contract/finding';
import type { LockId } from '../../domain/keys/lock-id';
import type { EventWrite } from '../database/batch';

/** Told in one batch; of more it is only told how many. */
const AT_ONCE = 200;

/** Of a lock, or of a server. */
export type FindingPlace = { lock: LockId | null; node: string | null; key: string | null };

type Change = { finding: Finding; place: FindingPlace; is: 'raised' | 'cleared'; atMs: number };

/** Findings that were raised and cleared since it was last asked; what came and went in between is not told. */
export class FindingChanges {
  #changes = new Map<string, Change>();

  /** Compares the findings of one place with those it had. */
  compare(place: FindingPlace, before: readonly Finding[], after: readonly Finding[], nowMs: number): void {
    if (before === after || (before.length === 0 && after.length === 0)) return;
    for (const finding of after)
      if (!has(before, finding)) this.#add({ finding, place, is: 'raised', atMs: nowMs });
    for (const finding of before)
      if (!has(after, finding)) this.#add({ finding, place, is: 'cleared', atMs: nowMs });
  }

  /** `silenced` tells whether somebody silenced it. */
  drain(silenced: (finding: Finding, place: FindingPlace) => boolean): {
    events: EventWrite[];
    left: number;
  } {
    const all = [...this.#changes.values()];
    this.#changes = new Map();
    const events = all.slice(0, AT_ONCE).map(({ finding, place, is, atMs }): EventWrite => {
      const { code, severity, sinceMs } = finding;
      const { lock, node } = place;
      const quiet = silenced(finding, place) ? 1 : 0;
      const values = { code, severity, sinceMs, silenced: quiet };
      return { atMs, lock, node, kind: `finding-${is}`, by: 'inferred', holder: null, values };
    });
    return { events, left: all.length - events.length };
  }

  #add(change: Change): void {
    const { finding, place } = change;
    const name = `${finding.code} ${place.lock ?? ''} ${place.node ?? ''}`;
    const known = this.#changes.get(name);
    if (known && known.is !== change.is) this.#changes.delete(name);
    else this.#changes.set(name, change);
  }
}

function has(findings: readonly Finding[], { code }: Finding): boolean {
  return findings.some((each) => each.code === code);
}
