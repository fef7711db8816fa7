import type { LiveMessage } from '../contract/stream';

type Patch = Extract<LiveMessage, { type: 'patch' }>;

type JournalLimits = { patches: number; locks: number };

/**
 * Patches of the last moments, so that an answer that was under way while they came can be brought up to date. Bounded
 * in patches and in the locks they carry: the oldest go first, and a fetch soon after makes up for what is missing.
 */
export class PatchJournal {
  private patches: Patch[] = [];
  private locks = 0;

  constructor(private readonly limits: JournalLimits = { patches: 200, locks: 3_000 }) {}

  add(patch: Patch): void {
    this.patches.push(patch);
    this.locks += patch.changed.length;
    while (this.patches.length > this.limits.patches || this.locks > this.limits.locks) {
      this.locks -= this.patches.shift()?.changed.length ?? 0;
    }
  }

  /** Patches newer than `version`, oldest first. */
  since(version: number): readonly Patch[] {
    return this.patches.filter((patch) => patch.version > version);
  }

  clear(): void {
    this.patches = [];
    this.locks = 0;
  }
}

/** The journal of this tab. */
export const journal = new PatchJournal();
