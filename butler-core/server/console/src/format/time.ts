import { Store } from '../state/store';

/** The current time, renewed every second while the page is visible. */
export const clock = new Store<number>(Date.now());

export function startClock(): void {
  setInterval(() => {
    if (!document.hidden) clock.set(Date.now());
  }, 1_000);
}

const UNITS: readonly [string, number][] = [['d', 86_400], ['h', 3_600], ['m', 60], ['s', 1]];

/** A duration in the notation of kubectl: `45s`, `4m30s`, `5h12m`, `3d4h`, `20d`. */
export function duration(millis: number): string {
  let seconds = Math.max(0, Math.round(millis / 1_000));
  const first = UNITS.findIndex(([, size]) => seconds >= size);
  if (first < 0) return '0s';
  const [unit, size] = UNITS[first]!;
  const count = Math.floor(seconds / size);
  seconds -= count * size;
  const next = UNITS[first + 1];
  const rest = next ? Math.floor(seconds / next[1]) : 0;
  return count < 10 && next && rest > 0 ? `${count}${unit}${rest}${next[0]}` : `${count}${unit}`;
}

/** Durations of steps: tenths of seconds below ten seconds. */
export function shortDuration(millis: number): string {
  return millis < 9_950 ? `${(Math.max(0, millis) / 1_000).toFixed(1)}s` : duration(millis);
}

export function absolute(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : date.toISOString().replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
}

export function millisOf(time: string | undefined): number | undefined {
  const millis = time ? Date.parse(time) : NaN;
  return Number.isNaN(millis) ? undefined : millis;
}
