import { permissions } from '../api/session';
import type { Items, PoolRow } from '../api/types';
import { number, percent } from '../format/text';
import { useResource } from '../live/hooks';
import { useLocation } from '../router';
import { useStore } from '../state/store';
import { Icon } from '../ui/icons';
import { Page } from '../ui/page';
import { Empty, Loader, UsageBar } from '../ui/parts';
import { DataTable } from '../ui/tables';
import { ObjectCreate } from './object-create';
import { PoolState } from './pool-parts';

export function NetworksPage() {
  const { can } = useStore(permissions);
  const { query } = useLocation();
  const pools = useResource<Items<PoolRow>>('/api/admin/networks', { topics: ['networks'] });
  if (query.has('new')) {
    return <ObjectCreate kind="networkpools" title="Create address pool" crumb={['Address pools', '/networks']} path="/api/admin/networks" typeName="NetworkPool" namespace="butler-system"
      target={(ns, name) => `/networks/${ns}/${name}`} />;
  }
  return (
    <Page title="Address pools" actions={can['networks.create'] && <a class="button primary" href="/networks?new=1"><Icon name="plus" />Create pool</a>}>
      <Loader what="NetworkPools" from={pools}>
        {(data) => (data.items.length === 0 ? <Empty>No NetworkPools found in any namespace that you may read. They are needed for providers with <code>network.mode: ipam</code> only.</Empty> : <PoolTable pools={data.items} />)}
      </Loader>
    </Page>
  );
}

function PoolTable({ pools }: { pools: PoolRow[] }) {
  return (
    <DataTable label="Address pools" rows={pools} keyOf={(pool) => `${pool.namespace}/${pool.name}`} columns={[
      { title: 'Pool', cell: (pool) => <><a href={`/networks/${pool.namespace}/${pool.name}`}>{pool.name}</a><span class="soft block mono">{pool.cidr}</span></> },
      { title: 'Usage', className: 'wide', cell: (pool) => <><UsageBar used={pool.allocated} limit={pool.total} label={`Allocated addresses of ${pool.name}`} /><span class="soft block">{number(pool.allocated)} of {number(pool.total)} ({percent(pool.allocated, pool.total)} %)</span></> },
      { title: 'Available', cell: (pool) => number(pool.available) },
      { title: 'Largest free range', cell: (pool) => number(pool.largestFree) },
      { title: 'Reserved', cell: (pool) => number(pool.reserved) },
      { title: 'State', cell: (pool) => <PoolState pool={pool} /> },
    ]} />
  );
}
