/** Knows when the lease ends. */
type Checked = { check(): void };

const checked = new WeakMap<AbortSignal, Checked>();
const plain = AbortSignal.prototype;

function check(signal: AbortSignal): void {
  checked.get(signal)?.check();
}

/** AbortSignal.prototype, but every read of the signal checks its lease first. */
const looked = Object.create(plain, {
  aborted: {
    get(this: AbortSignal): boolean {
      check(this);
      return Reflect.get(plain, 'aborted', this);
    },
  },
  reason: {
    get(this: AbortSignal): unknown {
      check(this);
      return Reflect.get(plain, 'reason', this);
    },
  },
  throwIfAborted: {
    value(this: AbortSignal): void {
      check(this);
      plain.throwIfAborted.call(this);
    },
  },
});

/**
 * A controller whose signal calls `lease.check` before it is read: after a blocked event loop or a stopped process, the
 * timer that would abort it has not run yet.
 */
export function leaseController(lease: Checked): AbortController {
  const controller = new AbortController();
  checked.set(controller.signal, lease);
  Object.setPrototypeOf(controller.signal, looked);
  return controller;
}
