import { namespace, session } from '../api/session';
import type { Items, ProviderRow, TeamRow } from '../api/types';
import { useResource } from '../live/hooks';
import { useStore } from '../state/store';
import { Page } from '../ui/page';
import { Waiting } from '../ui/parts';
import { ObjectCreate } from './object-create';

interface Versions {
  kubernetes: string[];
  default?: string;
}

/** Offers what the platform has as choices; a list that cannot be read only means that the user types the name. */
export function ClusterCreatePage() {
  const state = useStore(session);
  const selected = useStore(namespace);
  const versions = useResource<Versions>('/api/versions');
  const providers = useResource<Items<ProviderRow>>('/api/providers');
  const teams = useResource<Items<TeamRow>>('/api/auth/teams');
  if (versions.state === 'loading') {
    return <Page title="Create tenant cluster" crumbs={[['Tenant clusters', '/clusters']]}><Waiting what="the Kubernetes versions of the platform" since={versions.since} /></Page>;
  }
  const offered = versions.state === 'ready' ? versions.data : { kubernetes: [] };
  const own = state.state === 'active' ? state.namespaces.items : [];
  const names = (list: typeof providers | typeof teams): string[] => (list.state === 'ready' ? [...new Set(list.data.items.map((item) => item.name))] : []);
  return (
    <ObjectCreate kind="tenantclusters" typeName="TenantCluster" title="Create tenant cluster" crumb={['Tenant clusters', '/clusters']} path="/api/clusters" canCheck
      namespace={selected || (own.includes('butler-tenants') || own.length === 0 ? 'butler-tenants' : own[0]!)} namespaces={own}
      choices={{ 'spec.kubernetesVersion': offered.kubernetes, 'spec.providerConfigRef.name': names(providers), 'spec.teamRef.name': names(teams) }}
      preset={{ ...(offered.default ? { 'spec.kubernetesVersion': offered.default } : {}), 'spec.workers.replicas': '3' }}
      target={(ns, name) => `/clusters/${ns}/${name}`} />
  );
}
