import type { Change, Keyed } from '../api/types';

export type Rows<R> = ReadonlyMap<string, R>;

export function keyOf(namespace: string | null | undefined, name: string | null | undefined): string {
  return `${namespace ?? ''}/${name ?? ''}`;
}

export function rowsOf<R extends Keyed>(items: readonly R[]): Rows<R> {
  return new Map(items.map((row) => [keyOf(row.namespace, row.name), row]));
}

/**
 * Applies changes to listed rows, in order. A change that is older than the row it concerns is skipped: the stream and the
 * list are separate requests, so that a change may arrive after a list that already contains it.
 */
export function applyChanges<R extends Keyed>(rows: Rows<R>, changes: readonly Change[]): Rows<R> {
  let next: Map<string, R> | undefined;
  for (const change of changes) {
    if (change.type === 'RESYNC') continue;
    const key = keyOf(change.namespace, change.name);
    const row = (change.row ?? undefined) as R | undefined;
    const known = (next ?? rows).get(key);
    if (known && row && isOlder(row.resourceVersion, known.resourceVersion)) continue;
    next ??= new Map(rows);
    if (change.type === 'DELETED') next.delete(key);
    else if (row) next.set(key, row);
  }
  return next ?? rows;
}

/** Resource versions are compared as decimal numbers of any length; others are not comparable. */
export function isOlder(version: string | undefined, than: string | undefined): boolean {
  if (!version || !than || !/^\d+$/.test(version) || !/^\d+$/.test(than)) return false;
  return version.length === than.length ? version < than : version.length < than.length;
}
