import {
  formatAge,
  formatBytes,
  formatClock,
  formatCount,
  formatDuration,
  formatLatency,
  formatMoment,
  formatOffset,
  formatSeconds,
  formatShare,
  formatSpan,
  type Units,
} from '../domain/values/format';

export type Formatter = {
  /** Running: "6 m 36 s". */
  duration(ms: number): string;
  /** Beside a figure: "41 s". */
  age(ms: number): string;
  /** Fixed: "20 m". */
  span(ms: number): string;
  latency(ms: number): string;
  seconds(seconds: number): string;
  count(count: number): string;
  bytes(bytes: number): string;
  share(share: number): string;
  /** "14:02:10", in the chosen zone. */
  clock(atMs: number, seconds?: boolean): string;
  /** In full, with the zone: for titles and copies. */
  moment(atMs: number): string;
  offset(atMs: number): string;
};

/** Figures and times with these words for units, in an IANA time zone. */
export function formatOf(units: Units, timeZone: string): Formatter {
  return {
    duration: (ms) => formatDuration(ms, units),
    age: (ms) => formatAge(ms, units),
    span: (ms) => formatSpan(ms, units),
    latency: (ms) => formatLatency(ms, units),
    seconds: (seconds) => formatSeconds(seconds, units),
    count: formatCount,
    bytes: formatBytes,
    share: formatShare,
    clock: (atMs, seconds) => formatClock(atMs, timeZone, seconds),
    moment: (atMs) => formatMoment(atMs, timeZone),
    offset: (atMs) => formatOffset(atMs, timeZone),
  };
}
