/**
 * A wall clock that can be set: import it before whatever is to go by it. Timers and the monotonic clock go on as they
 * are, as after a step of the system's clock.
 */
const RealDate = Date;
let offsetMs = 0;

class ShiftedDate extends RealDate {
  constructor(...parts: [] | ConstructorParameters<typeof Date>) {
    super(...((parts.length === 0 ? [ShiftedDate.now()] : parts) as ConstructorParameters<typeof Date>));
  }
  static override now(): number {
    return RealDate.now() + offsetMs;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;

/** Sets this process's wall clock `ms` off the machine's. */
export function stepClock(ms: number): void {
  offsetMs = ms;
}
