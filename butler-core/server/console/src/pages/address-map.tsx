import { useMemo, useRef, useState } from 'preact/hooks';
import type { Segment, SegmentState } from '../api/types';
import { count, number } from '../format/text';
import { layout } from '../pools/map';
import { Empty } from '../ui/parts';
import { DataTable } from '../ui/tables';
import { Owner, STATE_NAMES } from './pool-parts';

const STATES: readonly SegmentState[] = ['allocated', 'reserved', 'free', 'excluded'];
const TABLE_LIMIT = 200;

export function rangeText(segment: Segment): string {
  return segment.start === segment.end ? segment.start : `${segment.start} – ${segment.end}`;
}

function describe(segment: Segment): string {
  return `${rangeText(segment)}, ${count(segment.size, 'address').replace('addresss', 'addresses')}, ${STATE_NAMES[segment.state]}${segment.owner ? `, ${segment.owner}` : ''}`;
}

/** The addresses of a pool in order, as rows of equal length. Arrow keys move from segment to segment. */
export function AddressMap({ segments, pool }: { segments: readonly Segment[]; pool: string }) {
  const map = useMemo(() => layout(segments), [segments]);
  const [focused, setFocused] = useState(0);
  const [pointed, setPointed] = useState<number>();
  const box = useRef<HTMLDivElement>(null);
  if (map.rows.length === 0) return <Empty>The addresses of pool {pool} are not known yet: the controllers have not reconciled it.</Empty>;
  const shown = segments[pointed ?? Math.min(focused, segments.length - 1)];
  const move = (event: KeyboardEvent): void => {
    const next = nextIndex(event.key, focused, segments.length);
    if (next === undefined) return;
    event.preventDefault();
    setFocused(next);
    box.current?.querySelector<HTMLElement>(`[data-segment="${next}"]`)?.focus();
  };
  return (
    <section aria-label={`Map of ${pool}`}>
      <ul class="legend map-legend" aria-label="Key">
        {STATES.filter((state) => segments.some((segment) => segment.state === state)).map((state) => <li><span class={`swatch ${state}`} aria-hidden="true" />{STATE_NAMES[state]}</li>)}
      </ul>
      <p class="map-detail" aria-hidden="true">{shown && <><strong class="mono">{rangeText(shown)}</strong> {number(shown.size)} {shown.size === 1 ? 'address' : 'addresses'}, {STATE_NAMES[shown.state]}{shown.owner && <> by <Owner owner={shown.owner} /></>}</>}</p>
      <div class="map" ref={box} role="group" aria-label={`${count(segments.length, 'segment')} in address order; move with the arrow keys`} onKeyDown={move} onMouseLeave={() => setPointed(undefined)}>
        {map.rows.map((row) => (
          <div class="map-row">
            <span class="map-start mono" aria-hidden="true">{row.start}</span>
            <div class="map-track">
              {row.pieces.map((piece) => {
                const segment = segments[piece.segment]!;
                const place = { left: `${piece.left}%`, width: `${piece.width}%` };
                const classes = `piece ${segment.state}${shown === segment ? ' shown' : ''}`;
                const point = (): void => setPointed(piece.segment);
                return piece.first
                  ? <button type="button" class={classes} style={place} data-segment={piece.segment} tabIndex={piece.segment === focused ? 0 : -1} aria-label={describe(segment)}
                      onMouseEnter={point} onClick={point} onFocus={() => setFocused(piece.segment)} />
                  : <span class={classes} style={place} onMouseEnter={point} />;
              })}
            </div>
          </div>
        ))}
      </div>
      <p class="soft">Each row has {number(Number(map.perRow))} addresses.</p>
      <details>
        <summary>Segments as a table</summary>
        <SegmentTable segments={segments} pool={pool} />
      </details>
    </section>
  );
}

function nextIndex(key: string, now: number, total: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return Math.min(total - 1, now + 1);
    case 'ArrowLeft':
    case 'ArrowUp':
      return Math.max(0, now - 1);
    case 'Home':
      return 0;
    case 'End':
      return total - 1;
    default:
      return undefined;
  }
}

function SegmentTable({ segments, pool }: { segments: readonly Segment[]; pool: string }) {
  return (
    <>
      {segments.length > TABLE_LIMIT && <p class="soft">The first {TABLE_LIMIT} of {number(segments.length)} segments. Use <code>butleradm pool usage {pool}</code> for all.</p>}
      <DataTable label={`Segments of ${pool}`} rows={segments.slice(0, TABLE_LIMIT)} keyOf={(segment) => segment.start} columns={[
        { title: 'Addresses', cell: (segment) => <span class="mono">{rangeText(segment)}</span> },
        { title: 'Number', cell: (segment) => number(segment.size) },
        { title: 'State', cell: (segment) => STATE_NAMES[segment.state] },
        { title: 'Owner', cell: (segment) => (segment.owner ? <Owner owner={segment.owner} /> : '–') },
      ]} />
    </>
  );
}
