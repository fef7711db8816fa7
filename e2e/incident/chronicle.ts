import { around, type HoldEnd, type Moment, middleOf, type TrueHold, type TrueWait } from './truth';

type Open = Omit<TrueHold, 'to' | 'ended'>;

/** Takes down what the actors say they did, while they do it. */
export class Chronicle {
  readonly holds: TrueHold[] = [];
  readonly waits: TrueWait[] = [];
  readonly #open = new Map<string, Open>();

  began(key: string, token: string, from: Moment, leaseMs: number, countsRenewals = false): void {
    const renewals = countsRenewals ? [] : null;
    this.#open.set(nameOf(key, token), { key, token, from, leaseMs, renewals, outlived: null });
  }

  renewed(key: string, token: string, at: Moment): void {
    const { renewals } = this.#of(key, token);
    if (!renewals) throw new Error(`renewals of ${key} are not counted`);
    renewals.push(at);
  }

  ended(key: string, token: string, to: Moment, ended: HoldEnd): void {
    const hold = this.#of(key, token);
    this.#open.delete(nameOf(key, token));
    this.holds.push({ ...hold, to, ended });
  }

  /** The holder of this lapsed hold was seen to go on. */
  outlived(key: string, token: string, at: Moment): void {
    const hold = this.holds.findLast((each) => each.key === key && each.token === token);
    if (!hold) throw new Error(`${key} was not held by ${token}`);
    hold.outlived = at;
  }

  waited(wait: TrueWait): void {
    this.waits.push(wait);
  }

  /** Whoever waited for a lock cannot have had it before the one before gave it up: makes the accounts that exact. */
  settle(): { holds: TrueHold[]; waits: TrueWait[] } {
    if (this.#open.size > 0) throw new Error(`still held: ${[...this.#open.keys()].join(', ')}`);
    const holds = [...this.holds].sort((a, b) => a.from.latestMs - b.from.latestMs);
    const freed = new Map<string, number>();
    for (const hold of holds) {
      const earliestMs = Math.max(hold.from.earliestMs, freed.get(hold.key) ?? 0);
      hold.from = around(Math.min(earliestMs, hold.from.latestMs), hold.from.latestMs);
      freed.set(hold.key, hold.to.earliestMs);
    }
    const waits = this.waits.map((wait) => {
      const hold = holds.find(({ key, from }) => key === wait.key && from.latestMs === wait.to.latestMs);
      return wait.gotIt && hold ? { ...wait, to: hold.from } : wait;
    });
    return { holds, waits: waits.sort((a, b) => middleOf(a.from) - middleOf(b.from)) };
  }

  #of(key: string, token: string): Open {
    const hold = this.#open.get(nameOf(key, token));
    if (!hold) throw new Error(`${key} is not held by ${token}`);
    return hold;
  }
}

function nameOf(key: string, token: string): string {
  return `${key}\n${token}`;
}

/** Runs an act, and when it was. */
export async function timed<T>(act: () => Promise<T>): Promise<[T, Moment]> {
  const earliestMs = Date.now();
  const result = await act();
  return [result, around(earliestMs, Date.now())];
}
