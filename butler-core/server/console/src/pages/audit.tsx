import { useEffect, useState } from 'preact/hooks';
import { getJson, withQuery } from '../api/client';
import type { ApiError } from '../api/client';
import { asApiError } from '../api/session';
import type { AuditRow, Items } from '../api/types';
import { absolute } from '../format/time';
import { setQuery, useLocation } from '../router';
import { Page } from '../ui/page';
import { Empty, ErrorBox, Waiting } from '../ui/parts';
import { DataTable } from '../ui/tables';

const PAGE_SIZE = 50;
/** Minutes; the server lists the last week by default. */
const SINCE: readonly [string, string][] = [['15', '15 minutes'], ['60', '1 hour'], ['1440', '24 hours'], ['', '7 days']];

function timeOf(minutes: string): string {
  return /^\d{1,6}$/.test(minutes) ? new Date(Date.now() - Number(minutes) * 60_000).toISOString() : '';
}

interface Listed {
  rows: AuditRow[];
  next: string | undefined;
  error?: ApiError;
  loadingSince: number | undefined;
}

export function AuditPage() {
  const { query } = useLocation();
  const filter = { user: query.get('user') ?? '', object: query.get('object') ?? '', since: query.get('since') ?? '' };
  const key = JSON.stringify(filter);
  const [listed, setListed] = useState<Listed>({ rows: [], next: undefined, loadingSince: Date.now() });
  const load = async (rows: AuditRow[], token: string | undefined, stopped: () => boolean): Promise<void> => {
    setListed({ rows, next: undefined, loadingSince: Date.now() });
    try {
      const page = await getJson<Items<AuditRow>>(withQuery('/api/audit', { ...filter, since: timeOf(filter.since), limit: PAGE_SIZE, continue: token }));
      if (!stopped()) setListed({ rows: [...rows, ...page.items], next: page.continue, loadingSince: undefined });
    } catch (cause) {
      if (!stopped()) setListed({ rows, next: token, error: asApiError(cause), loadingSince: undefined });
    }
  };
  useEffect(() => {
    let stopped = false;
    void load([], undefined, () => stopped);
    return () => void (stopped = true);
  }, [key]);
  const more = (): void => void load(listed.rows, listed.next, () => false);
  return (
    <Page title="Audit">
      <Filter filter={filter} />
      {listed.rows.length > 0 && <Records rows={listed.rows} />}
      {listed.loadingSince !== undefined && <Waiting what="audit records" since={listed.loadingSince} />}
      {listed.error && <ErrorBox error={listed.error} onRetry={listed.error.status === 403 ? undefined : more} />}
      {listed.rows.length === 0 && listed.loadingSince === undefined && !listed.error && (
        <Empty>No audit records found{filter.user || filter.object || filter.since ? ' that match the filter' : ''} in the namespaces that you may read. The API server deletes records with its events, by default after one hour.</Empty>
      )}
      {listed.next && listed.loadingSince === undefined && <p><button type="button" onClick={more}>Load more</button></p>}
    </Page>
  );
}

function Filter({ filter }: { filter: { user: string; object: string; since: string } }) {
  const [user, setUser] = useState(filter.user);
  const [object, setObject] = useState(filter.object);
  return (
    <form class="toolbar" role="search" onSubmit={(event) => {
      event.preventDefault();
      setQuery({ user: user.trim(), object: object.trim() });
    }}>
      <label class="field inline grow"><span>User</span><input type="search" value={user} placeholder="ada@example.com" onInput={(event) => setUser(event.currentTarget.value)} /></label>
      <label class="field inline grow"><span>Object</span><input type="search" value={object} placeholder="name, namespace/name or kind" onInput={(event) => setObject(event.currentTarget.value)} /></label>
      <label class="field inline"><span>Within</span>
        <select value={filter.since} onChange={(event) => setQuery({ since: event.currentTarget.value })}>{SINCE.map(([value, title]) => <option value={value}>{title}</option>)}</select>
      </label>
      <button type="submit">Filter</button>
    </form>
  );
}

function Records({ rows }: { rows: AuditRow[] }) {
  return (
    <DataTable label="Audit records" rows={rows} keyOf={(row) => `${row.time} ${row.user} ${row.verb} ${row.kind} ${row.namespace} ${row.name} ${row.changes?.join()}`} columns={[
      { title: 'Time', cell: (row) => <time class="mono nowrap" dateTime={row.time}>{absolute(row.time)}</time> },
      { title: 'User', className: 'medium', cell: (row) => <span class="break">{row.user ?? (row.client ? `unknown (${row.client})` : 'unknown')}</span> },
      { title: 'Action', cell: (row) => row.verb },
      { title: 'Object', className: 'medium', cell: (row) => <>{row.kind} <span class="mono break">{[row.namespace, row.name].filter(Boolean).join('/')}</span></> },
      { title: 'Changes', cell: (row) => ((row.changes?.length ?? 0) > 0 ? <ul class="changes">{row.changes!.map((change) => <li class="mono break">{change}</li>)}</ul> : '–') },
    ]} />
  );
}
