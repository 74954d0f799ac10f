import type { RunDetail, RunMachine, RunStep } from '../api/types';
import { millisOf } from '../format/time';

export interface Bar {
  kind: 'active' | 'waiting' | 'failed' | 'idle';
  left: number;
  width: number;
  label: string;
}

export interface Lane {
  key: string;
  title: string;
  state: string;
  detail: string;
  bars: Bar[];
  /** Undefined for lanes that have not started. */
  millis: number | undefined;
}

export interface Timeline {
  from: number;
  to: number;
  ticks: { left: number; millis: number }[];
  steps: Lane[];
  machines: Lane[];
  addons: Lane[];
}

const TICK_SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400];

/** Distance of the marks of a time axis: round, and no more than `maxTicks` of them. */
export function tickMillis(span: number, maxTicks = 8): number {
  const wanted = span / 1_000 / maxTicks;
  return (TICK_SECONDS.find((seconds) => seconds >= wanted) ?? Math.ceil(wanted / 86_400) * 86_400) * 1_000;
}

/** The lanes of a run on a common axis. Whatever has no end yet lasts until `now`, or until the end of the run. */
export function timelineOf(run: RunDetail, now: number): Timeline {
  const from = millisOf(run.startedAt) ?? now;
  const to = Math.max(from + 1_000, millisOf(run.finishedAt) ?? (run.state === 'running' ? now : lastTime(run, from)));
  const axis = { from, to };
  const step = tickMillis(to - from);
  const ticks = Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => ({ left: ((i * step) / (to - from)) * 100, millis: i * step }));
  return {
    from,
    to,
    ticks,
    steps: run.steps.map((one) => stepLane(one, axis)),
    machines: (run.machines ?? []).map((machine) => machineLane(machine, axis)),
    addons: (run.addons ?? []).map((addon) => machineLane(addon, axis)),
  };
}

function lastTime(run: RunDetail, from: number): number {
  const times = run.steps.flatMap((step) => [millisOf(step.startedAt), millisOf(step.finishedAt), ...(step.spans ?? []).map((span) => millisOf(span.finishedAt ?? span.startedAt))]);
  return Math.max(from, ...times.filter((time) => time !== undefined));
}

interface Axis {
  from: number;
  to: number;
}

function stepLane(step: RunStep, axis: Axis): Lane {
  const started = millisOf(step.startedAt);
  const lane: Lane = { key: step.name, title: step.title || step.name, state: step.state, detail: step.message ?? '', bars: [], millis: undefined };
  if (started === undefined) return lane;
  const finished = millisOf(step.finishedAt) ?? axis.to;
  const whole = bar(step.state === 'failed' ? 'failed' : 'active', started, finished, step.state, axis);
  const parts = (step.spans ?? []).flatMap((span) => {
    const begin = millisOf(span.startedAt);
    return begin === undefined ? [] : [bar('waiting', begin, millisOf(span.finishedAt) ?? finished, span.label, axis)];
  });
  return { ...lane, bars: [whole, ...parts], millis: finished - started };
}

function machineLane(machine: RunMachine, axis: Axis): Lane {
  const periods = machine.spans ?? [];
  const bars = periods.flatMap((period, i) => {
    const begin = millisOf(period.startedAt);
    if (begin === undefined) return [];
    const end = millisOf(period.finishedAt) ?? millisOf(periods[i + 1]?.startedAt) ?? axis.to;
    return [bar(kindOf(period.label), begin, end, period.label, axis)];
  });
  const first = millisOf(periods[0]?.startedAt);
  const settled = ['ready', 'failed', 'deleted'].includes(machine.state) ? millisOf(periods.at(-1)?.startedAt) : axis.to;
  return {
    key: machine.name,
    title: machine.name,
    state: machine.state,
    detail: [machine.address, machine.message].filter(Boolean).join(' '),
    bars,
    millis: first === undefined ? undefined : Math.max(0, (settled ?? axis.to) - first),
  };
}

function kindOf(state: string): Bar['kind'] {
  if (state === 'failed') return 'failed';
  return ['pending', 'interrupted', 'deleted', 'unknown', 'gap', 'idle'].includes(state) ? 'idle' : ['ready', 'active', 'running', 'done'].includes(state) ? 'active' : 'waiting';
}

function bar(kind: Bar['kind'], from: number, to: number, label: string, axis: Axis): Bar {
  const length = axis.to - axis.from;
  const left = clamp(((from - axis.from) / length) * 100);
  return { kind, left, width: Math.max(0, clamp(((to - axis.from) / length) * 100) - left), label };
}

function clamp(percent: number): number {
  return Math.min(100, Math.max(0, percent));
}
