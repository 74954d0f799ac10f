import { useState } from 'preact/hooks';
import { deleteObject, seg } from '../api/client';
import { permissions } from '../api/session';
import type { AllocationRow, Items, PoolDetail } from '../api/types';
import { count, number, percent } from '../format/text';
import { useResource } from '../live/hooks';
import { navigate } from '../router';
import { useStore } from '../state/store';
import { DeleteDialog } from '../ui/dialog';
import { Page, Tabs, useTab } from '../ui/page';
import { Age, Conditions, Empty, Facts, Loader, Phase } from '../ui/parts';
import { DataTable } from '../ui/tables';
import { AddressMap } from './address-map';
import { Owner, PoolState } from './pool-parts';

export function NetworkPage({ ns, name }: { ns: string; name: string }) {
  const { can } = useStore(permissions);
  const [deleting, setDeleting] = useState(false);
  const path = `/api/admin/networks/${seg(ns)}/${seg(name)}`;
  const pool = useResource<PoolDetail>(path, { topics: ['networks'], concerns: (change) => !change.name || change.name === name });
  return (
    <Page title={name} crumbs={[['Address pools', '/networks']]} badge={pool.state === 'ready' && <PoolState pool={pool.data} />}
      actions={can['networks.delete'] && pool.state === 'ready' && <button type="button" class="danger" onClick={() => setDeleting(true)}>Delete</button>}>
      <Loader what={`address pool ${name}`} from={pool}>{(data) => <Detail pool={data} path={path} />}</Loader>
      {deleting && (
        <DeleteDialog kind="address pool" name={name} onClose={() => setDeleting(false)}
          onDelete={() => deleteObject(path, name).then(() => navigate('/networks'))}>
          <p>A pool with allocated addresses cannot be deleted.</p>
        </DeleteDialog>
      )}
    </Page>
  );
}

const TABS = [{ id: 'map', title: 'Map' }, { id: 'allocations', title: 'Allocations' }, { id: 'conditions', title: 'Conditions' }];

function Detail({ pool, path }: { pool: PoolDetail; path: string }) {
  const tab = useTab(TABS);
  return (
    <>
      <p class="subtitle mono">{pool.cidr}</p>
      <Facts facts={[
        ['Addresses', number(pool.total)],
        ['Allocated', `${number(pool.allocated)} (${percent(pool.allocated, pool.total)} %)`],
        ['Available', number(pool.available)],
        ['Reserved', number(pool.reserved)],
        ['Largest free range', number(pool.largestFree)],
        ...(pool.fragmentation === undefined ? [] : [['Fragmentation', `${Math.round(pool.fragmentation <= 1 ? pool.fragmentation * 100 : pool.fragmentation)} %`] as [string, string]]),
      ]} />
      <Tabs label={`Address pool ${pool.name}`} tabs={TABS} selected={tab} />
      {tab === 'map' && <AddressMap segments={pool.segments} pool={pool.name} />}
      {tab === 'allocations' && <Allocations path={`${path}/allocations`} pool={pool} />}
      {tab === 'conditions' && <Conditions conditions={pool.conditions} subject={pool.name} />}
    </>
  );
}

function Allocations({ path, pool }: { path: string; pool: PoolDetail }) {
  const { can } = useStore(permissions);
  const [releasing, setReleasing] = useState<AllocationRow>();
  const allocations = useResource<Items<AllocationRow>>(path, { topics: ['networks'] });
  return (
    <Loader what={`IPAllocations of ${pool.name}`} from={allocations}>
      {(data) => (data.items.length === 0 ? <Empty>No IPAllocations found for pool {pool.name}.</Empty> : (
        <>
          <p class="soft">{count(data.items.length, 'IPAllocation')}</p>
          <DataTable label={`IPAllocations of ${pool.name}`} rows={data.items} keyOf={(row) => `${row.namespace}/${row.name}`} columns={[
            { title: 'IPAllocation', cell: (row) => <span class="mono break">{row.name}</span> },
            { title: 'Phase', cell: (row) => <><Phase phase={row.phase} />{row.problem && <span class="soft block">{row.problem}</span>}</> },
            { title: 'Addresses', cell: (row) => <span class="mono">{row.start ? (row.start === row.end ? row.start : `${row.start} – ${row.end}`) : '–'}</span> },
            { title: 'Number', cell: (row) => number(row.count) },
            { title: 'Tenant cluster', cell: (row) => (row.tenant ? <Owner owner={row.tenant} /> : '–') },
            { title: 'Age', cell: (row) => <Age time={row.createdAt} /> },
            ...(can['ipallocations.delete'] ? [{
              title: 'Actions',
              className: 'row-actions',
              cell: (row: AllocationRow) => (row.phase === 'Released' ? <span class="soft">–</span> : <button type="button" aria-label={`Release ${row.name}`} onClick={() => setReleasing(row)}>Release</button>),
            }] : []),
          ]} />
          {releasing && (
            <DeleteDialog kind="IPAllocation" name={releasing.name} onClose={() => {
              setReleasing(undefined);
              if (allocations.state === 'ready') allocations.reload();
            }} onDelete={() => deleteObject(`/api/admin/ipallocations/${seg(releasing.namespace)}/${seg(releasing.name)}`, releasing.name)}>
              <p>This releases the addresses. If {releasing.tenant ?? 'a cluster'} still uses them, another cluster can get the same addresses.</p>
            </DeleteDialog>
          )}
        </>
      ))}
    </Loader>
  );
}
