import { expect, test } from 'vitest';
import type { RunDetail } from '../api/types';
import { tickMillis, timelineOf } from './layout';

const at = (seconds: number): string => new Date(1_800_000_000_000 + seconds * 1_000).toISOString();
const now = Date.parse(at(100));

const run: RunDetail = {
  id: 'r', cluster: 'demo', kind: 'bootstrap', state: 'running', startedAt: at(0), progress: { done: 1, total: 3 },
  steps: [
    { name: 'A', title: 'First', state: 'done', startedAt: at(0), finishedAt: at(40), spans: [{ label: '3/5 machines running', startedAt: at(10), finishedAt: at(30) }] },
    { name: 'B', title: 'Second', state: 'running', startedAt: at(40), spans: [{ label: 'kubelet', startedAt: at(60) }] },
    { name: 'C', title: 'Third', state: 'pending' },
  ],
  machines: [{ name: 'cp-0', address: '10.0.0.2', state: 'ready', spans: [{ label: 'creating', startedAt: at(20) }, { label: 'running', startedAt: at(30) }, { label: 'ready', startedAt: at(50) }] }],
};

test('what has not finished lasts until now', () => {
  const { steps } = timelineOf(run, now);
  expect(steps.map((lane) => lane.millis)).toEqual([40_000, 60_000, undefined]);
  expect(steps[1]!.bars).toEqual([{ kind: 'active', left: 40, width: 60, label: 'running' }, { kind: 'waiting', left: 60, width: 40, label: 'kubelet' }]);
  expect(steps[2]!.bars).toEqual([]);
});

test('waits are drawn over the step', () => {
  expect(timelineOf(run, now).steps[0]!.bars).toEqual([{ kind: 'active', left: 0, width: 40, label: 'done' }, { kind: 'waiting', left: 10, width: 20, label: '3/5 machines running' }]);
});

test('each state of a machine lasts until the next one; the duration ends when it is ready', () => {
  const lane = timelineOf(run, now).machines[0]!;
  expect(lane.bars.map((bar) => [bar.label, bar.left, bar.width])).toEqual([['creating', 20, 10], ['running', 30, 20], ['ready', 50, 50]]);
  expect(lane.millis).toBe(30_000);
});

test('an interrupted run ends with its last event, not now', () => {
  const { to, steps } = timelineOf({ ...run, state: 'interrupted' }, now + 3_600_000);
  expect(to).toBe(Date.parse(at(60)));
  expect(Math.max(...steps.flatMap((lane) => lane.bars.map((bar) => bar.left + bar.width)))).toBeLessThanOrEqual(100);
});

test('the axis has round marks and not too many', () => {
  expect(tickMillis(100_000)).toBe(15_000);
  expect(tickMillis(3_600_000)).toBe(600_000);
  for (const span of [1_000, 59_000, 3e6, 9e7, 9e9]) expect(span / tickMillis(span)).toBeLessThanOrEqual(8);
  expect(timelineOf(run, now).ticks.at(-1)).toEqual({ left: 90, millis: 90_000 });
});

test('a run that starts now has an axis', () => {
  expect(timelineOf({ ...run, startedAt: at(100), steps: [], machines: [] }, now)).toMatchObject({ from: now, to: now + 1_000 });
});
