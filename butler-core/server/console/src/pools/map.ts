import type { Segment } from '../api/types';

/** Reads an IPv4 or IPv6 address as a number. */
export function parseAddress(text: string): bigint | undefined {
  return text.includes(':') ? parseIpv6(text) : parseIpv4(text);
}

function parseIpv4(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) return undefined;
  return parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}

function parseIpv6(text: string): bigint | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head = [], tail = []] = halves.map((half) => (half ? half.split(':') : []));
  const zeros = halves.length === 2 ? 8 - head.length - tail.length : 0;
  if (zeros < 0 || (halves.length === 1 && head.length !== 8)) return undefined;
  const groups = [...head, ...Array<string>(zeros).fill('0'), ...tail];
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return undefined;
  return groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}

export function formatAddress(address: bigint, ipv6: boolean): string {
  const base = ipv6 ? 65_536n : 256n;
  const parts: string[] = [];
  for (let i = 0; i < (ipv6 ? 8 : 4); i++) {
    parts.unshift((address % base).toString(ipv6 ? 16 : 10));
    address /= base;
  }
  return ipv6 ? parts.join(':').replace(/(^|:)0(:0)+(:|$)/, '::') : parts.join('.');
}

export interface MapPiece {
  segment: number;
  /** Percent of the row. */
  left: number;
  width: number;
  /** The first piece of its segment; it is the one that can get the focus. */
  first: boolean;
}

export interface MapRow {
  start: string;
  pieces: MapPiece[];
}

export interface PoolMap {
  perRow: bigint;
  rows: MapRow[];
}

/** Draws segments in address order into rows with the same power of two of addresses, of which there are no more than `maxRows`. */
export function layout(segments: readonly Segment[], maxRows = 32): PoolMap {
  const spans = segments.flatMap((segment, index) => {
    const start = parseAddress(segment.start);
    const end = parseAddress(segment.end);
    return start !== undefined && end !== undefined && end >= start ? [{ index, start, end }] : [];
  });
  const [head, tail] = [spans[0], spans.at(-1)];
  if (!head || !tail) return { perRow: 0n, rows: [] };
  const ipv6 = segments[head.index]!.start.includes(':');
  const perRow = rowSize(head.start, tail.end, maxRows);
  const origin = head.start - (head.start % perRow);
  const rows = Array.from({ length: Number((tail.end - origin) / perRow) + 1 }, (_, i) => ({
    start: formatAddress(origin + BigInt(i) * perRow, ipv6),
    pieces: [] as MapPiece[],
  }));
  for (const span of spans) addPieces(rows, span, origin, perRow);
  return { perRow, rows };
}

function rowSize(start: bigint, end: bigint, maxRows: number): bigint {
  let size = 32n;
  while ((end - (start - (start % size))) / size >= BigInt(maxRows)) size *= 2n;
  return size;
}

function addPieces(rows: MapRow[], span: { index: number; start: bigint; end: bigint }, origin: bigint, perRow: bigint): void {
  const firstRow = Number((span.start - origin) / perRow);
  const lastRow = Number((span.end - origin) / perRow);
  for (let i = firstRow; i <= lastRow; i++) {
    const rowStart = origin + BigInt(i) * perRow;
    const from = span.start > rowStart ? span.start - rowStart : 0n;
    const to = span.end < rowStart + perRow ? span.end - rowStart + 1n : perRow;
    rows[i]!.pieces.push({ segment: span.index, left: share(from, perRow), width: share(to - from, perRow), first: i === firstRow });
  }
}

/** Percent with four decimals; computed with integers, because IPv6 sizes exceed the precision of numbers. */
function share(part: bigint, whole: bigint): number {
  return Number((part * 1_000_000n) / whole) / 10_000;
}
