import { describe, expect, test } from 'vitest';
import type { Segment } from '../api/types';
import { formatAddress, layout, parseAddress } from './map';

const segment = (start: string, end: string, state: Segment['state'] = 'free'): Segment => ({ start, end, state, size: Number(parseAddress(end)! - parseAddress(start)!) + 1 });

describe('addresses', () => {
  test.each(['0.0.0.0', '10.40.0.255', '255.255.255.255'])('%s is read and written', (text) => expect(formatAddress(parseAddress(text)!, false)).toBe(text));
  test.each(['::', '::1', '2001:db8::', 'fe80::1:2'])('%s is read and written', (text) => expect(formatAddress(parseAddress(text)!, true)).toBe(text));
  test.each(['', '10.0.0', '10.0.0.256', '10.0.0.0/8', '1:2:3', ':::', '1::2::3', 'g::'])('%j is not an address', (text) => expect(parseAddress(text)).toBeUndefined());
});

describe('the map of a pool', () => {
  test('a small pool has one row', () => {
    const { rows, perRow } = layout([segment('10.0.0.0', '10.0.0.7', 'reserved'), segment('10.0.0.8', '10.0.0.31')]);
    expect(perRow).toBe(32n);
    expect(rows).toEqual([{ start: '10.0.0.0', pieces: [{ segment: 0, left: 0, width: 25, first: true }, { segment: 1, left: 25, width: 75, first: true }] }]);
  });

  test('a segment that spans rows has a piece in each, of which the first can get the focus', () => {
    const { rows, perRow } = layout([segment('10.0.0.0', '10.0.3.255'), segment('10.0.4.0', '10.0.7.255')], 16);
    expect(perRow).toBe(128n);
    expect(rows).toHaveLength(16);
    expect(rows.flatMap((row) => row.pieces.filter((piece) => piece.first))).toHaveLength(2);
    expect(rows.every((row) => row.pieces.reduce((sum, piece) => sum + piece.width, 0) === 100)).toBe(true);
  });

  test('rows start at a multiple of their size, so that labels are round', () => {
    const { rows } = layout([segment('10.0.0.40', '10.0.0.60')]);
    expect(rows.map((row) => row.start)).toEqual(['10.0.0.32']);
    expect(rows[0]!.pieces[0]!.left).toBe(25);
  });

  test('no pool has more rows than permitted, also with 2^60 IPv6 addresses', () => {
    for (const end of ['10.0.0.0', '10.0.255.255', '10.255.255.255']) expect(layout([segment('10.0.0.0', end)]).rows.length).toBeLessThanOrEqual(32);
    const { rows } = layout([segment('2001:db8::', '2001:db8::fff:ffff:ffff:ffff')]);
    expect(rows).toHaveLength(32);
    expect(rows[0]!.pieces).toEqual([{ segment: 0, left: 0, width: 100, first: true }]);
  });

  test('segments that cannot be read are left out', () => {
    expect(layout([segment('10.0.0.0', '10.0.0.31'), { start: 'x', end: 'y', size: 1, state: 'free' }]).rows[0]!.pieces).toHaveLength(1);
    expect(layout([]).rows).toEqual([]);
  });
});
