import { expect, test } from 'vitest';
import { hasProblemWithin, mapProblems, normalizePath, problemText } from './problems';

test.each([
  ['spec.workers.replicas', 'spec.workers.replicas'],
  ['.spec.workers.replicas', 'spec.workers.replicas'],
  ['$.spec.reserved[0].cidr', 'spec.reserved[0].cidr'],
  ['/spec/reserved/0/cidr', 'spec.reserved[0].cidr'],
  ['spec.reserved.0.cidr', 'spec.reserved[0].cidr'],
  ['metadata.labels["a~b"]', 'metadata.labels.a~b'],
  ['', ''],
])('path %s is written as %s', (given, expected) => expect(normalizePath(given)).toBe(expected));

test('a problem belongs to its field, or to the closest group that contains it', () => {
  const problems = [
    { path: '/spec/workers/replicas', message: 'must be 1 or more' },
    { path: 'spec.workers.machineTemplate.gpu.type', message: 'unknown field' },
    { path: 'spec.reserved[3].cidr', message: 'overlaps' },
    { path: 'status', message: 'is read-only' },
    { path: '', message: 'no room' },
  ];
  const { byField, other } = mapProblems(problems, ['spec.workers', 'spec.workers.replicas', 'spec.workers.machineTemplate', 'spec.reserved']);
  expect([...byField.keys()]).toEqual(['spec.workers.replicas', 'spec.workers.machineTemplate', 'spec.reserved']);
  expect(other.map((problem) => problem.message)).toEqual(['is read-only', 'no room']);
  expect(hasProblemWithin(byField, 'spec.workers')).toBe(true);
  expect(hasProblemWithin(byField, 'spec.work')).toBe(false);
});

test('every problem of a field is kept', () => {
  const { byField } = mapProblems([{ path: 'a.b', message: 'one' }, { path: 'a.b', message: 'two' }], ['a.b']);
  expect(byField.get('a.b')).toHaveLength(2);
});

test('the fix follows the message', () => {
  expect(problemText({ path: 'a', message: 'must not be empty', fix: 'Set it.' })).toBe('must not be empty. Set it.');
});
