import { expect, test } from 'vitest';
import { chooseNamespace } from '../api/session';
import { visibleRange } from '../ui/windowed';
import { count, number, percent, words } from './text';
import { duration, shortDuration } from './time';

test('durations are written as kubectl writes them', () => {
  expect([0, 45, 120, 270, 3_600, 18_720, 266_400, 864_000].map((seconds) => duration(seconds * 1_000))).toEqual(['0s', '45s', '2m', '4m30s', '1h', '5h12m', '3d2h', '10d']);
  expect([0, 940, 9_960, 61_000].map(shortDuration)).toEqual(['0.0s', '0.9s', '10s', '1m1s']);
});

test('numbers and amounts', () => {
  expect([number(1_201), number(65_536), number(0.25)]).toEqual(['1,201', '65,536', '0.3']);
  expect(count(1, 'worker') + ', ' + count(2_000, 'worker')).toBe('1 worker, 2,000 workers');
});

test('a percentage is 0 or 100 only if nothing or everything is used', () => {
  expect([percent(0, 9), percent(1, 1_000), percent(999, 1_000), percent(9, 9), percent(1, 0), percent(0, 0)]).toEqual([0, 1, 99, 100, 100, 0]);
});

test('types are written as words', () => expect(['LoadBalancerAddresses', 'cpu', 'lbIPs', 'storage'].map(words)).toEqual(['Load balancer addresses', 'CPU', 'LB IPs', 'Storage']));

test('only rows near the visible part are drawn', () => {
  expect(visibleRange(2_000, 52, 0, 900)).toEqual({ first: 0, last: 30 });
  expect(visibleRange(2_000, 52, 52_000, 900)).toEqual({ first: 988, last: 1_030 });
  expect(visibleRange(2_000, 52, 9e6, 900)).toEqual({ first: 1_999, last: 2_000 });
  expect(visibleRange(3, 52, -400, 900)).toEqual({ first: 0, last: 3 });
  expect(visibleRange(0, 52, 0, 900)).toEqual({ first: 0, last: 0 });
});

test('a user without permission on all namespaces starts in the first one', () => {
  expect(chooseNamespace({ all: false, items: ['a', 'b'] }, 'gone')).toBe('a');
  expect(chooseNamespace({ all: false, items: ['a', 'b'] }, 'b')).toBe('b');
  expect(chooseNamespace({ all: true, items: ['a'] }, '')).toBe('');
});
