import { useState } from 'preact/hooks';
import { deleteObject, seg, sendJson } from '../api/client';
import type { ApiError } from '../api/client';
import { asApiError, permissions } from '../api/session';
import type { Items, ProviderRow } from '../api/types';
import { count } from '../format/text';
import { useResource } from '../live/hooks';
import { useLocation } from '../router';
import { useStore } from '../state/store';
import { DeleteDialog } from '../ui/dialog';
import { Icon } from '../ui/icons';
import { Page } from '../ui/page';
import { Badge, Conditions, Empty, ErrorBox, Loader } from '../ui/parts';
import { ObjectCreate } from './object-create';

export function ProvidersPage() {
  const { can } = useStore(permissions);
  const { query } = useLocation();
  const providers = useResource<Items<ProviderRow>>('/api/providers', { topics: ['providers'] });
  const reload = (): void => void (providers.state === 'ready' && providers.reload());
  if (query.has('new')) {
    return <ObjectCreate kind="providerconfigs" title="Create provider" crumb={['Providers', '/providers']} path="/api/providers" typeName="ProviderConfig" namespace="butler-system" target={() => '/providers'} />;
  }
  return (
    <Page title="Providers" actions={can['providers.create'] && <a class="button primary" href="/providers?new=1"><Icon name="plus" />Create provider</a>}>
      <Loader what="ProviderConfigs" from={providers}>
        {(data) => (data.items.length === 0
          ? <Empty>No ProviderConfigs found in any namespace that you may read.</Empty>
          : <ul class="blocks">{data.items.map((row) => <Provider key={`${row.namespace}/${row.name}`} row={row} reload={reload} />)}</ul>)}
      </Loader>
    </Page>
  );
}

function usageOf(row: ProviderRow): string {
  if (row.usedBy === undefined) return 'usage not known';
  return row.usedBy === 0 ? 'not used' : `used by ${count(row.usedBy, 'tenant cluster')}`;
}

function Provider({ row, reload }: { row: ProviderRow; reload: () => void }) {
  const { can } = useStore(permissions);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const [deleting, setDeleting] = useState(false);
  const path = `/api/providers/${seg(row.namespace)}/${seg(row.name)}`;
  const validate = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await sendJson('POST', `${path}/validate`);
      reload();
    } catch (cause) {
      setError(asApiError(cause));
    }
    setBusy(false);
  };
  return (
    <li class="card wide">
      <header>
        <h2>{row.name} <Badge tone={row.ready === undefined ? 'idle' : row.ready ? 'good' : 'bad'}>{row.ready === undefined ? 'Unknown' : row.ready ? 'Ready' : 'Not ready'}</Badge></h2>
        <span class="actions">
          {can['providers.update'] && <button type="button" aria-label={`${busy ? 'Checking…' : 'Check again'}: ${row.name}`} aria-disabled={busy ? 'true' : undefined} onClick={() => void (busy || validate())}>{busy ? 'Checking…' : 'Check again'}</button>}
          {can['providers.delete'] && <button type="button" aria-label={`Delete ${row.name}`} onClick={() => setDeleting(true)}>Delete</button>}
        </span>
      </header>
      <p class="subtitle">{row.type} · {row.namespace} · {usageOf(row)}{row.scope && ` · ${row.scope}`}</p>
      {row.message && <p>{row.message}</p>}
      {busy && <p class="waiting" role="status"><span class="spinner" aria-hidden="true" />Connecting to the infrastructure with the credentials of {row.name}…</p>}
      {error && <ErrorBox error={error} compact />}
      {row.conditions.length === 0 ? <p class="soft">No checks reported yet.</p> : (
        <details open={row.ready === false}>
          <summary>{count(row.conditions.length, 'check')}</summary>
          <Conditions conditions={row.conditions} subject={row.name} />
        </details>
      )}
      {deleting && (
        <DeleteDialog kind="provider" name={row.name} onClose={() => {
          setDeleting(false);
          reload();
        }} onDelete={() => deleteObject(path, row.name)}>
          <p>{(row.usedBy ?? 0) > 0 ? `${count(row.usedBy ?? 0, 'tenant cluster')} use this provider. Without it, they cannot be changed or deleted.` : 'The Secret with the credentials stays.'}</p>
        </DeleteDialog>
      )}
    </li>
  );
}
