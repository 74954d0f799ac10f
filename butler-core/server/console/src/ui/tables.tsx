import type { ComponentChildren } from 'preact';
import type { EventRow, NodeRow } from '../api/types';
import { Age, Badge, Empty } from './parts';

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

export function NodeTable({ nodes, subject }: { nodes: readonly NodeRow[]; subject: string }) {
  if (nodes.length === 0) return <Empty>No nodes found in {subject}.</Empty>;
  return (
    <DataTable label={`Nodes of ${subject}`} rows={nodes} keyOf={(node) => node.name} columns={[
      { title: 'Node', cell: (node) => <span class="mono">{node.name}</span> },
      { title: 'Status', cell: (node) => <><Badge tone={node.ready ? 'good' : 'bad'}>{node.ready ? 'Ready' : 'NotReady'}</Badge>{node.problems?.map((problem) => <span class="soft block">{problem}</span>)}</> },
      { title: 'Roles', cell: (node) => node.roles.join(', ') || 'worker' },
      { title: 'Version', cell: (node) => node.version ?? '–' },
      { title: 'Address', cell: (node) => <span class="mono">{node.address ?? '–'}</span> },
      { title: 'Operating system', cell: (node) => node.os ?? '–' },
      { title: 'Age', cell: (node) => <Age time={node.createdAt} /> },
    ]} />
  );
}
