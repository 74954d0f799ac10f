import { expect, test } from 'vitest';
import { certificateState } from './certificate-parts';

const DAY = 86_400_000;

test.each([
  [0, 365, 10, 'valid'],
  [0, 365, 334, 'valid'],
  [0, 365, 336, 'expires soon'],
  [0, 365, 359, 'expires very soon'],
  [0, 365, 365, 'expired'],
  [5, 365, 4, 'not yet valid'],
  // A certificate with a lifetime of a day is renewed late.
  [0, 1, 0.7, 'valid'],
  [0, 1, 0.85, 'expires soon'],
  [0, 1, 0.95, 'expires very soon'],
])('a certificate of days %d to %d is on day %d: %s', (from, until, now, state) => {
  expect(certificateState(from * DAY, until * DAY, now * DAY)[1]).toBe(state);
});
