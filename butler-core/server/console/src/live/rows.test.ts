import { expect, test } from 'vitest';
import type { Change, Keyed } from '../api/types';
import { applyChanges, isOlder, rowsOf } from './rows';
import { retryDelay } from './stream';

const row = (name: string, resourceVersion: string): Keyed => ({ namespace: 'a', name, resourceVersion });
const change = (type: Change['type'], name: string, resourceVersion?: string): Change => ({ topic: 'clusters', type, namespace: 'a', name, row: resourceVersion ? row(name, resourceVersion) : null });
const versions = (rows: ReadonlyMap<string, Keyed>): string[] => [...rows.values()].map((one) => `${one.name}@${one.resourceVersion}`);

test('changes are applied in order', () => {
  const rows = applyChanges(rowsOf([row('x', '5'), row('y', '6')]), [change('MODIFIED', 'x', '7'), change('ADDED', 'z', '8'), change('DELETED', 'y')]);
  expect(versions(rows)).toEqual(['x@7', 'z@8']);
});

test('a change that the list contains already does not bring back an old row', () => {
  const listed = rowsOf([row('x', '100')]);
  expect(versions(applyChanges(listed, [change('MODIFIED', 'x', '99')]))).toEqual(['x@100']);
  expect(versions(applyChanges(listed, [change('DELETED', 'x', '99')]))).toEqual(['x@100']);
  expect(versions(applyChanges(listed, [change('DELETED', 'x', '101')]))).toEqual([]);
});

test('a cluster that is deleted and created again is shown', () => {
  expect(versions(applyChanges(rowsOf([row('x', '5')]), [change('DELETED', 'x', '6'), change('ADDED', 'x', '7')]))).toEqual(['x@7']);
});

test('without an effect, the same rows are returned', () => {
  const rows = rowsOf([row('x', '5')]);
  expect(applyChanges(rows, [{ topic: 'clusters', type: 'RESYNC' }, change('MODIFIED', 'x', '4')])).toBe(rows);
});

test('resource versions are compared as numbers of any length', () => {
  expect(isOlder('99', '100')).toBe(true);
  expect(isOlder('9007199254740993', '9007199254740992')).toBe(false);
  expect(isOlder('b', 'c')).toBe(false);
  expect(isOlder(undefined, '1')).toBe(false);
});

test('the pause before a connection grows to 30 s, with a quarter of randomness', () => {
  expect([0, 1, 2, 5, 50].map((attempt) => retryDelay(attempt, 0.5))).toEqual([1_000, 2_000, 4_000, 30_000, 30_000]);
  expect(retryDelay(0, 0)).toBe(750);
  expect(retryDelay(9, 1)).toBe(37_500);
});
