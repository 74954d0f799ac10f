import { expect, test } from 'vitest';
import type { ClusterRow } from '../api/types';
import { PROBLEMS, countByPhase, select } from './listing';
import type { Filter } from './listing';

const row = (name: string, more: Partial<ClusterRow> = {}): ClusterRow => ({
  namespace: 'payments', name, uid: name, phase: 'Ready', kubernetesVersion: 'v1.36.6', workers: { ready: 1, desired: 1 }, controlPlane: { ready: true, replicas: 1 }, paused: false, createdAt: '2026-11-01T00:00:00Z', ...more,
});

const all: Filter = { search: '', phase: '', sort: 'name', descending: false };
const names = (rows: ClusterRow[], filter: Partial<Filter> = {}): string[] => select(rows, { ...all, ...filter }).map((one) => one.name);

test('names are sorted with their numbers', () => expect(names([row('web-10'), row('web-9'), row('api-1')])).toEqual(['api-1', 'web-9', 'web-10']));

test('every word of the search must match a field', () => {
  const rows = [row('web', { provider: 'nutanix-prod' }), row('web-2', { namespace: 'search' }), row('api')];
  expect(names(rows, { search: 'WEB nutanix' })).toEqual(['web']);
  expect(names(rows, { search: 'search/web' })).toEqual(['web-2']);
  expect(names(rows, { search: 'v1.36' })).toHaveLength(3);
  expect(names(rows, { search: 'nosuch' })).toEqual([]);
});

test('deleted and paused clusters are shown as such', () => {
  const rows = [row('a', { deletingSince: '2026-11-18T00:00:00Z', paused: true }), row('b', { paused: true }), row('c'), row('d', { phase: '' })];
  expect(countByPhase(rows)).toEqual([['Deleting', 1], ['Paused', 1], ['Pending', 1], ['Ready', 1]]);
  expect(names(rows, { phase: 'Paused' })).toEqual(['b']);
});

test('clusters with a problem can be selected', () => expect(names([row('a'), row('b', { problem: 'no room' })], { phase: PROBLEMS })).toEqual(['b']));

test('the youngest cluster is first when sorted by age; ties are sorted by name in both orders', () => {
  const rows = [row('b'), row('old', { createdAt: '2025-01-01T00:00:00Z' }), row('a')];
  expect(names(rows, { sort: 'age' })).toEqual(['a', 'b', 'old']);
  expect(names(rows, { sort: 'age', descending: true })).toEqual(['old', 'a', 'b']);
});

test('two thousand rows are searched and sorted in less than 50 ms', () => {
  const rows = Array.from({ length: 2_000 }, (_, i) => row(`web-${(i * 7919) % 2_000}`, { workers: { ready: 0, desired: i % 10 } }));
  const started = performance.now();
  expect(names(rows, { search: 'web', sort: 'workers' })).toHaveLength(2_000);
  expect(performance.now() - started).toBeLessThan(50);
});
