import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface WindowRange {
  first: number;
  last: number;
}

/** The rows that are visible, with some before and after them. */
export function visibleRange(total: number, rowHeight: number, top: number, height: number, overscan = 12): WindowRange {
  const first = Math.min(Math.max(0, Math.floor(top / rowHeight) - overscan), Math.max(0, total - 1));
  const last = Math.min(total, Math.max(first, Math.ceil((top + height) / rowHeight) + overscan));
  return { first, last };
}

/**
 * The body of a table that contains only the rows near the visible part of the page, between two empty rows with the height of
 * the others. All rows have the same height, which is read from the style of the table.
 */
export function WindowedBody<R>({ rows, row, columns }: { rows: readonly R[]; columns: number; row: (item: R, index: number) => ComponentChildren }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [range, setRange] = useState<WindowRange & { height: number }>({ first: 0, last: Math.min(rows.length, 40), height: 44 });
  useLayoutEffect(() => {
    let frame = 0;
    const measure = (): void => {
      frame = 0;
      if (!body.current) return;
      const height = parseFloat(getComputedStyle(body.current).getPropertyValue('--row-height')) || 44;
      const next = visibleRange(rows.length, height, -body.current.getBoundingClientRect().top, window.innerHeight);
      setRange((now) => (now.first === next.first && now.last === next.last && now.height === height ? now : { ...next, height }));
    };
    const soon = (): void => void (frame ||= requestAnimationFrame(measure));
    measure();
    window.addEventListener('scroll', soon, { passive: true });
    window.addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', soon);
      window.removeEventListener('resize', soon);
    };
  }, [rows.length]);
  const first = Math.min(range.first, rows.length);
  const last = Math.min(Math.max(range.last, first), rows.length);
  return (
    <tbody ref={body} class="windowed">
      {first > 0 && <tr class="space" aria-hidden="true"><td colSpan={columns} style={{ height: `${first * range.height}px` }} /></tr>}
      {rows.slice(first, last).map((item, i) => row(item, first + i))}
      {last < rows.length && <tr class="space" aria-hidden="true"><td colSpan={columns} style={{ height: `${(rows.length - last) * range.height}px` }} /></tr>}
    </tbody>
  );
}
