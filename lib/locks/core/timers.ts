const LONGEST_MS = 2 ** 31 - 1;
const nothing = () => {};
/** Looked up once: the global is a getter. */
const clock = performance;

/** Monotonic milliseconds; only differences have a meaning. */
export function monotonicMs(): number {
  return clock.now();
}

/**
 * Calls `fire` once after `ms`, which may exceed Node's own limit; Infinity never fires. Returns a function that stops it.
 */
export function startTimer(ms: number, fire: () => void): () => void {
  if (ms === Number.POSITIVE_INFINITY) return nothing;
  if (ms <= LONGEST_MS) {
    const handle = setTimeout(fire, Math.max(Math.ceil(ms), 0));
    return () => clearTimeout(handle);
  }
  let stop = nothing;
  const handle = setTimeout(() => {
    stop = startTimer(ms - LONGEST_MS, fire);
  }, LONGEST_MS);
  stop = () => clearTimeout(handle);
  return () => stop();
}

/** An alarm to ring at `atMs`, monotonic. In one list at a time. */
export type Alarm = {
  atMs: number;
  ring(): void;
  before: Alarm | null;
  after: Alarm | null;
  list: AlarmList | null;
};

/**
 * Alarms that are nearly always cleared before they ring, all set about `durationMs` ahead: a sorted list with one timer
 * for its head. Setting and clearing one costs a tenth of a Node timer. Alarms keep no process alive: the socket of the
 * command that they limit does.
 */
type AlarmList = {
  durationMs: number;
  head: Alarm | null;
  tail: Alarm | null;
  timer: NodeJS.Timeout | null;
  dueMs: number;
};

const lists = new Map<number, AlarmList>();

export function createAlarm(ring: () => void): Alarm {
  return { atMs: 0, ring, before: null, after: null, list: null };
}

/**
 * Sets `alarm` to ring at `atMs`. `durationMs` is about how far ahead that is: alarms with the same value share a timer.
 */
export function setAlarm(alarm: Alarm, atMs: number, durationMs: number): void {
  clearAlarm(alarm);
  let list = lists.get(durationMs);
  if (!list) {
    list = { durationMs, head: null, tail: null, timer: null, dueMs: 0 };
    lists.set(durationMs, list);
  }
  let before = list.tail;
  while (before && before.atMs > atMs) before = before.before;
  const after = before ? before.after : list.head;
  alarm.atMs = atMs;
  alarm.list = list;
  alarm.before = before;
  alarm.after = after;
  if (before) before.after = alarm;
  else list.head = alarm;
  if (after) after.before = alarm;
  else list.tail = alarm;
  if (list.head === alarm) arm(list);
}

/** Clears the alarm. */
export function clearAlarm(alarm: Alarm): void {
  const { list, before, after } = alarm;
  if (!list) return;
  if (before) before.after = after;
  else list.head = after;
  if (after) after.before = before;
  else list.tail = before;
  alarm.list = null;
  alarm.before = null;
  alarm.after = null;
}

/** A timer that fires too early is checked again; only one that would fire too late is set anew. */
function arm(list: AlarmList): void {
  const { head, timer } = list;
  if (!head) return;
  if (timer && list.dueMs <= head.atMs) return;
  if (timer) clearTimeout(timer);
  const leftMs = Math.min(Math.max(Math.ceil(head.atMs - monotonicMs()), 1), LONGEST_MS);
  list.dueMs = monotonicMs() + leftMs;
  list.timer = setTimeout(due, leftMs, list).unref();
}

/** Sockets are read once more first: after a blocked event loop, answers that came in time are waiting there. */
function due(list: AlarmList): void {
  list.timer = null;
  setImmediate(ring, list);
}

function ring(list: AlarmList): void {
  while (list.head && list.head.atMs <= monotonicMs()) {
    const { head } = list;
    clearAlarm(head);
    head.ring();
  }
  if (list.head) arm(list);
  else if (!list.timer) lists.delete(list.durationMs);
}
