import type { ComponentChildren } from 'preact';
import type { EventRow, MachineRow } from '../api/types';
import { Age, Badge, Empty, Phase } from './parts';

export interface Column<R> {
  title: string;
  cell: (row: R) => ComponentChildren;
  /** The first column names the row. */
  className?: string;
}

/** A table whose rows become blocks of labelled lines on narrow screens. */
export function DataTable<R>({ label, columns, rows, keyOf }: { label: string; columns: Column<R>[]; rows: readonly R[]; keyOf: (row: R) => string }) {
  return (
    <table class="stacked" aria-label={label}>
      <thead><tr>{columns.map((column) => <th scope="col" class={column.className}>{column.title}</th>)}</tr></thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column, i) => i === 0
              ? <th scope="row" class={column.className}>{column.cell(row)}</th>
              : <td data-label={column.title} class={column.className}>{column.cell(row)}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function EventTable({ events, subject }: { events: readonly EventRow[]; subject: string }) {
  if (events.length === 0) {
    return <Empty>No events found for {subject}. The API server deletes events after about an hour.</Empty>;
  }
  return (
    <DataTable label={`Events of ${subject}`} rows={events} keyOf={(event) => `${event.time} ${event.reason} ${event.object} ${event.message}`} columns={[
      { title: 'Reason', cell: (event) => <>{event.reason}{event.count > 1 && <span class="soft"> ×{event.count}</span>}</> },
      { title: 'Type', cell: (event) => <Badge tone={event.type === 'Warning' ? 'warn' : 'idle'}>{event.type}</Badge> },
      { title: 'Message', cell: (event) => <>{event.message}{event.object && <span class="soft block">{event.object}</span>}</>, className: 'wide' },
      { title: 'Age', cell: (event) => <Age time={event.time} /> },
    ]} />
  );
}

export function MachineTable({ machines, subject }: { machines: readonly MachineRow[]; subject: string }) {
  if (machines.length === 0) return <Empty>No worker machines found in {subject}.</Empty>;
  return (
    <DataTable label={`Worker machines of ${subject}`} rows={machines} keyOf={(machine) => machine.name} columns={[
      { title: 'Machine', cell: (machine) => <span class="mono break">{machine.name}</span> },
      { title: 'Phase', cell: (machine) => <Phase phase={machine.phase} /> },
      { title: 'Node', cell: (machine) => <span class="mono break">{machine.node ?? '–'}</span> },
      { title: 'Version', cell: (machine) => machine.version ?? '–' },
      { title: 'Address', cell: (machine) => <span class="mono">{machine.address ?? '–'}</span> },
    ]} />
  );
}
