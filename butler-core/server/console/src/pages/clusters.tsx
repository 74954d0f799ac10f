import { useEffect, useMemo, useState } from 'preact/hooks';
import { namespace, permissions } from '../api/session';
import type { ClusterRow } from '../api/types';
import { PROBLEMS, countByPhase, select, shownPhase } from '../clusters/listing';
import type { Filter, SortKey } from '../clusters/listing';
import { count, number } from '../format/text';
import { useRows } from '../live/hooks';
import { setQuery, useLocation } from '../router';
import { useStore } from '../state/store';
import { Icon } from '../ui/icons';
import { Page } from '../ui/page';
import { Age, Badge, Empty, Loader, phaseTone } from '../ui/parts';
import { WindowedBody } from '../ui/windowed';

const COLUMNS: readonly [SortKey, string, string][] = [
  ['name', 'Name', 'c-name'],
  ['phase', 'Phase', 'c-phase'],
  ['workers', 'Workers', 'c-workers'],
  ['version', 'Kubernetes', 'c-version'],
  ['provider', 'Provider', 'c-provider'],
  ['team', 'Team', 'c-team'],
  ['age', 'Age', 'c-age'],
];

export function ClustersPage() {
  const selected = useStore(namespace);
  const { can } = useStore(permissions);
  const listed = useRows<ClusterRow>('clusters', '/api/clusters', selected);
  return (
    <Page title="Tenant clusters" actions={can['clusters.create'] && <a class="button primary" href="/clusters/new"><Icon name="plus" />Create cluster</a>}>
      <Loader what="tenant clusters" from={listed}>
        {(data) => <ClusterList rows={[...data.rows.values()]} complete={data.complete} namespace={selected} />}
      </Loader>
    </Page>
  );
}

function filterOf(query: URLSearchParams): Filter {
  const [key = 'name', order] = (query.get('sort') ?? 'name').split(':');
  return {
    search: query.get('q') ?? '',
    phase: query.get('phase') ?? '',
    sort: COLUMNS.find(([name]) => name === key)?.[0] ?? 'name',
    descending: order === 'desc',
  };
}

function ClusterList({ rows, complete, namespace: ns }: { rows: ClusterRow[]; complete: boolean; namespace: string }) {
  const { query } = useLocation();
  const filter = filterOf(query);
  const [search, setSearch] = useState(filter.search);
  useEffect(() => {
    const timer = setTimeout(() => search !== filter.search && setQuery({ q: search }), 120);
    return () => clearTimeout(timer);
  }, [search]);
  const shown = useMemo(() => select(rows, filter), [rows, filter.search, filter.phase, filter.sort, filter.descending]);
  const phases = useMemo(() => countByPhase(rows), [rows]);
  const problems = rows.reduce((n, row) => n + (row.problem ? 1 : 0), 0);
  const where = ns ? `namespace "${ns}"` : 'any namespace';
  if (rows.length === 0) return <Empty>No tenant clusters found in {where}.</Empty>;
  return (
    <>
      <div class="toolbar" role="search">
        <label class="field inline grow"><span>Search</span>
          <input type="search" value={search} placeholder="name, namespace, team, provider or version" onInput={(event) => setSearch(event.currentTarget.value)} />
        </label>
        <label class="field inline"><span>Phase</span>
          <select value={filter.phase} onChange={(event) => setQuery({ phase: event.currentTarget.value })}>
            <option value="">All ({number(rows.length)})</option>
            <option value={PROBLEMS}>With a problem ({number(problems)})</option>
            {phases.map(([phase, n]) => <option value={phase}>{phase} ({number(n)})</option>)}
            {filter.phase && filter.phase !== PROBLEMS && !phases.some(([phase]) => phase === filter.phase) && <option value={filter.phase}>{filter.phase} (0)</option>}
          </select>
        </label>
        <label class="field inline narrow-only"><span>Sort</span>
          <select value={filter.sort} onChange={(event) => setQuery({ sort: event.currentTarget.value })}>
            {COLUMNS.map(([key, title]) => <option value={key}>{title}</option>)}
          </select>
        </label>
        <p class="soft total" role="status">{shown.length === rows.length ? count(rows.length, 'cluster') : `${number(shown.length)} of ${count(rows.length, 'cluster')}`}{!complete && ', loading more…'}</p>
      </div>
      {shown.length === 0 ? (
        <Empty>No tenant cluster in {where} matches the filter. <button type="button" onClick={() => {
          setSearch('');
          setQuery({ q: '', phase: '' });
        }}>Clear the filter</button></Empty>
      ) : <ClusterTable rows={shown} filter={filter} />}
    </>
  );
}

function ClusterTable({ rows, filter }: { rows: ClusterRow[]; filter: Filter }) {
  return (
    <table class="clusters" aria-rowcount={rows.length + 1} aria-label="Tenant clusters">
      <thead>
        <tr aria-rowindex={1}>
          {COLUMNS.map(([key, title, className]) => (
            <th scope="col" class={className} aria-sort={filter.sort === key ? (filter.descending ? 'descending' : 'ascending') : undefined}>
              <button type="button" class="sort" onClick={() => setQuery({ sort: filter.sort === key && !filter.descending ? `${key}:desc` : key })}>
                {title}{filter.sort === key && <Icon name={filter.descending ? 'down' : 'up'} />}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <WindowedBody rows={rows} columns={COLUMNS.length} row={(row, i) => <Row key={row.uid || `${row.namespace}/${row.name}`} row={row} index={i} />} />
    </table>
  );
}

function Row({ row, index }: { row: ClusterRow; index: number }) {
  const phase = shownPhase(row);
  const upgrading = row.runningVersion && row.runningVersion !== row.kubernetesVersion;
  return (
    <tr aria-rowindex={index + 2}>
      <th scope="row" class="c-name">
        <a href={`/clusters/${row.namespace}/${row.name}`}>{row.name}</a>
        <span class="soft line" title={row.problem}>{row.problem ? <span class="problem">{row.problem}</span> : row.namespace}</span>
      </th>
      <td class="c-phase"><Badge tone={phaseTone(phase)}>{phase}</Badge></td>
      <td class="c-workers"><span class={row.workers.ready < row.workers.desired ? 'short' : undefined}>{row.workers.ready}/{row.workers.desired}</span></td>
      <td class="c-version">{upgrading ? `${row.runningVersion} → ${row.kubernetesVersion}` : row.kubernetesVersion}</td>
      <td class="c-provider">{row.provider ?? '–'}</td>
      <td class="c-team">{row.team ? <a href={`/teams/${row.team}`}>{row.team}</a> : '–'}</td>
      <td class="c-age"><Age time={row.createdAt} /></td>
    </tr>
  );
}
