import type { ClusterRow } from '../api/types';

export type SortKey = 'name' | 'phase' | 'version' | 'workers' | 'provider' | 'team' | 'age';

export interface Filter {
  search: string;
  phase: string;
  sort: SortKey;
  descending: boolean;
}

/** The phase shown for a row: pausing and deletion are more important than the phase that was stored last. */
export function shownPhase(row: ClusterRow): string {
  if (row.deletingSince) return 'Deleting';
  return row.paused ? 'Paused' : row.phase || 'Pending';
}

/** Rows that contain every word of the search in their name, namespace, team, provider or version. */
export function select(rows: Iterable<ClusterRow>, filter: Filter): ClusterRow[] {
  const terms = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  const selected: ClusterRow[] = [];
  for (const row of rows) {
    if (filter.phase && !hasPhase(row, filter.phase)) continue;
    if (terms.length > 0) {
      const text = `${row.namespace}/${row.name} ${row.team ?? ''} ${row.provider ?? ''} ${row.kubernetesVersion}`.toLowerCase();
      if (!terms.every((term) => text.includes(term))) continue;
    }
    selected.push(row);
  }
  return selected.sort(comparator(filter.sort, filter.descending));
}

export const PROBLEMS = 'problems';

function hasPhase(row: ClusterRow, phase: string): boolean {
  return phase === PROBLEMS ? Boolean(row.problem) : shownPhase(row) === phase;
}

export function countByPhase(rows: Iterable<ClusterRow>): [string, number][] {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(shownPhase(row), (counts.get(shownPhase(row)) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

const collator = new Intl.Collator('en', { numeric: true });

function comparator(key: SortKey, descending: boolean): (a: ClusterRow, b: ClusterRow) => number {
  const by = COMPARATORS[key];
  const sign = descending ? -1 : 1;
  return (a, b) => sign * by(a, b) || collator.compare(a.name, b.name) || collator.compare(a.namespace, b.namespace);
}

const text = (value: (row: ClusterRow) => string | undefined) => (a: ClusterRow, b: ClusterRow): number =>
  collator.compare(value(a) ?? '', value(b) ?? '');

const COMPARATORS: Record<SortKey, (a: ClusterRow, b: ClusterRow) => number> = {
  name: text((row) => row.name),
  phase: text(shownPhase),
  version: text((row) => row.kubernetesVersion),
  workers: (a, b) => a.workers.desired - b.workers.desired,
  provider: text((row) => row.provider),
  team: text((row) => row.team),
  age: (a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0),
};
