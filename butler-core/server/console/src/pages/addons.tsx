import { useState } from 'preact/hooks';
import { seg, sendJson, withQuery } from '../api/client';
import { namespace, permissions } from '../api/session';
import type { AddonRow, CatalogEntry, ClusterRow, Items } from '../api/types';
import { shownPhase } from '../clusters/listing';
import { count, words } from '../format/text';
import { useResource } from '../live/hooks';
import { useStore } from '../state/store';
import { Page, Tabs, useTab } from '../ui/page';
import { Empty, Loader, Phase, Waiting } from '../ui/parts';
import { DataTable } from '../ui/tables';
import { AddonDialog, AddonTable } from './addon-parts';

const MANAGEMENT = '/api/management/addons';

export function AddonsPage() {
  const { can } = useStore(permissions);
  const [since] = useState(Date.now());
  const known = Object.keys(can).length > 0;
  return <Page title="Addons">{known ? <AddonTabs can={can} /> : <Waiting what="your permissions" since={since} />}</Page>;
}

function AddonTabs({ can }: { can: Record<string, boolean> }) {
  const tabs = [
    ...(can['managementAddons.list'] ? [{ id: 'management', title: 'Management cluster' }] : []),
    { id: 'clusters', title: 'Tenant clusters' },
    { id: 'catalog', title: 'Catalog' },
  ];
  const tab = useTab(tabs);
  return (
    <>
      <Tabs label="Addons" tabs={tabs} selected={tab} />
      {tab === 'management' && <ManagementAddons />}
      {tab === 'clusters' && <AddonsOfClusters />}
      {tab === 'catalog' && <Catalog />}
    </>
  );
}

function ManagementAddons() {
  const { can } = useStore(permissions);
  const [adding, setAdding] = useState(false);
  const addons = useResource<Items<AddonRow>>(MANAGEMENT, { topics: ['addons'] });
  const catalog = useResource<Items<CatalogEntry>>(adding ? '/api/addons/catalog' : undefined);
  const reload = (): void => void (addons.state === 'ready' && addons.reload());
  return (
    <>
      {can['managementAddons.create'] && <p class="toolbar"><button type="button" class="primary" onClick={() => setAdding(true)}>Install addon</button></p>}
      <Loader what="addons of the management cluster" from={addons}>
        {(data) => (
          <AddonTable addons={data.items} where="the management cluster" reload={reload} pathOf={(addon) => `${MANAGEMENT}/${seg(addon.name)}`}
            mayUpdate={Boolean(can['managementAddons.update'])} mayDelete={Boolean(can['managementAddons.delete'])} />
        )}
      </Loader>
      {adding && (
        <AddonDialog title="Install an addon in the management cluster" submit="Install" catalog={catalog}
          onSubmit={(body) => sendJson('POST', MANAGEMENT, { body })} onClose={() => {
            setAdding(false);
            reload();
          }} />
      )}
    </>
  );
}

function AddonsOfClusters() {
  const selected = useStore(namespace);
  const [search, setSearch] = useState('');
  const clusters = useResource<Items<ClusterRow>>(withQuery('/api/clusters', { namespace: selected, limit: 500 }), { topics: ['clusters'] });
  return (
    <Loader what="tenant clusters" from={clusters}>
      {(data) => {
        const matching = data.items.filter((row) => `${row.namespace}/${row.name}`.includes(search.trim().toLowerCase()));
        const incomplete = (row: ClusterRow): number => (row.addons && row.addons.ready < row.addons.total ? 0 : 1);
        const shown = matching.sort((a, b) => incomplete(a) - incomplete(b)).slice(0, 100);
        return (
          <>
            <div class="toolbar"><label class="field inline grow"><span>Search</span><input type="search" value={search} placeholder="namespace or name" onInput={(event) => setSearch(event.currentTarget.value)} /></label>
              <p class="soft total" role="status">{shown.length < matching.length ? `first ${shown.length} of ` : ''}{count(matching.length, 'cluster')}, those with addons that are not ready first</p></div>
            {shown.length === 0 ? <Empty>No tenant clusters found in {selected ? `namespace "${selected}"` : 'any namespace'}.</Empty> : (
              <DataTable label="Addons of tenant clusters" rows={shown} keyOf={(row) => `${row.namespace}/${row.name}`} columns={[
                { title: 'Cluster', cell: (row) => <><a href={`/clusters/${row.namespace}/${row.name}?tab=addons`}>{row.name}</a><span class="soft block">{row.namespace}</span></> },
                { title: 'Phase', cell: (row) => <Phase phase={shownPhase(row)} /> },
                { title: 'Addons ready', cell: (row) => (row.addons ? <span class={row.addons.ready < row.addons.total ? 'short' : undefined}>{row.addons.ready}/{row.addons.total}</span> : '–') },
              ]} />
            )}
          </>
        );
      }}
    </Loader>
  );
}

function Catalog() {
  const catalog = useResource<Items<CatalogEntry>>('/api/addons/catalog');
  const [search, setSearch] = useState('');
  return (
    <Loader what="the addon catalog" from={catalog}>
      {(data) => {
        const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
        const shown = data.items.filter((entry) => terms.every((term) => `${entry.name} ${entry.displayName} ${entry.description ?? ''} ${entry.category ?? ''}`.toLowerCase().includes(term)));
        return (
          <>
            <div class="toolbar"><label class="field inline grow"><span>Search</span><input type="search" value={search} placeholder="name, description or category" onInput={(event) => setSearch(event.currentTarget.value)} /></label>
              <p class="soft total" role="status">{count(shown.length, 'addon')}</p></div>
            {data.items.length === 0 && <Empty>No AddonDefinitions found in the management cluster.</Empty>}
            {data.items.length > 0 && shown.length === 0 && <Empty>No addon of the catalog matches the search.</Empty>}
            <ul class="catalog">
              {shown.map((entry) => (
                <li key={entry.name}>
                  <h2>{entry.displayName}</h2>
                  <p class="soft">{words(entry.category || 'other')}</p>
                  <p>{entry.description}</p>
                  <p class="soft mono">{entry.name}{entry.defaultVersion && ` ${entry.defaultVersion}`}</p>
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </Loader>
  );
}
