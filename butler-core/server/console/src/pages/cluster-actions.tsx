import { useState } from 'preact/hooks';
import { deleteObject, request, sendJson } from '../api/client';
import type { ApiError } from '../api/client';
import { clusterPath } from '../api/paths';
import { asApiError, permissions } from '../api/session';
import type { ClusterDetail } from '../api/types';
import { navigate } from '../router';
import { useStore } from '../state/store';
import { DeleteDialog, FormDialog } from '../ui/dialog';
import { Icon } from '../ui/icons';
import { ErrorBox } from '../ui/parts';

type Open = 'scale' | 'upgrade' | 'pause' | 'delete' | undefined;

export function ClusterActions({ cluster, reload }: { cluster: ClusterDetail; reload: () => void }) {
  const { can } = useStore(permissions);
  const [open, setOpen] = useState<Open>();
  const [error, setError] = useState<ApiError>();
  const path = clusterPath(cluster.namespace, cluster.name);
  const deleting = Boolean(cluster.deletingSince);
  const close = (): void => {
    setOpen(undefined);
    reload();
  };
  return (
    <>
      {can['clusters.kubeconfig'] && !deleting && (
        <button type="button" onClick={() => void downloadKubeconfig(path, cluster.name).then(() => setError(undefined), (cause: unknown) => setError(asApiError(cause)))}>
          <Icon name="download" />Kubeconfig
        </button>
      )}
      {can['clusters.update'] && !deleting && (
        <>
          <button type="button" onClick={() => setOpen('scale')}>Scale</button>
          <a class="button" href={`/clusters/${cluster.namespace}/${cluster.name}/edit`}>Edit</a>
          {cluster.availableUpgrades.length > 0 && <button type="button" onClick={() => setOpen('upgrade')}>Upgrade</button>}
          <button type="button" onClick={() => setOpen('pause')}>{cluster.paused ? 'Resume' : 'Pause'}</button>
        </>
      )}
      {can['clusters.delete'] && !deleting && <button type="button" class="danger" onClick={() => setOpen('delete')}>Delete</button>}
      {open === 'scale' && <ScaleDialog cluster={cluster} path={path} onClose={close} />}
      {open === 'upgrade' && <UpgradeDialog cluster={cluster} path={path} onClose={close} />}
      {open === 'pause' && <PauseDialog cluster={cluster} path={path} onClose={close} />}
      {open === 'delete' && (
        <DeleteDialog kind="tenant cluster" name={cluster.name} onClose={close}
          onDelete={() => deleteObject(path, cluster.name).then(() => navigate('/clusters'))}>
          <p>This deletes the control plane, {cluster.workers.desired} worker{cluster.workers.desired === 1 ? '' : 's'} with their disks, and all data in the cluster. It cannot be undone.</p>
        </DeleteDialog>
      )}
      {error && <div class="actions-error"><ErrorBox error={error} compact /></div>}
    </>
  );
}

/** The browser saves the answer under the name that butlerctl uses. */
async function downloadKubeconfig(path: string, name: string): Promise<void> {
  const response = await request('GET', `${path}/kubeconfig`, { headers: { Accept: 'application/yaml, application/problem+json' } });
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.kubeconfig`;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

interface ActionProps {
  cluster: ClusterDetail;
  path: string;
  onClose: () => void;
}

function ScaleDialog({ cluster, path, onClose }: ActionProps) {
  const [replicas, setReplicas] = useState(String(cluster.workers.desired));
  const valid = /^\d+$/.test(replicas.trim());
  const change = Number(replicas) - cluster.workers.desired;
  return (
    <FormDialog title={`Scale ${cluster.name}`} submit="Scale" disabled={!valid || change === 0}
      onSubmit={() => sendJson('PATCH', `${path}/scale`, { body: { replicas: Number(replicas) } })} onClose={onClose}>
      <label class="field">
        <span>Workers</span>
        <input type="number" min="0" step="1" inputMode="numeric" value={replicas} autoFocus onInput={(event) => setReplicas(event.currentTarget.value)} />
      </label>
      <p class="soft" role="status">
        {!valid ? 'Enter a whole number.' : change === 0 ? `The cluster has ${cluster.workers.desired} now.` : change > 0
          ? `${change} more than now.` : `${-change} fewer than now. Kubernetes drains the nodes before their machines are deleted.`}
      </p>
    </FormDialog>
  );
}

function UpgradeDialog({ cluster, path, onClose }: ActionProps) {
  const [version, setVersion] = useState(cluster.availableUpgrades[0] ?? '');
  return (
    <FormDialog title={`Upgrade ${cluster.name}`} submit="Upgrade"
      onSubmit={() => sendJson('PATCH', `${path}/upgrade`, { body: { kubernetesVersion: version } })} onClose={onClose}>
      <p>The control plane is upgraded first, then the workers are replaced one by one. The cluster cannot be downgraded.</p>
      <label class="field">
        <span>Kubernetes version</span>
        <select value={version} onChange={(event) => setVersion(event.currentTarget.value)}>
          {cluster.availableUpgrades.map((one) => <option value={one}>{one}</option>)}
        </select>
      </label>
      <p class="soft">Now: {cluster.runningVersion ?? cluster.kubernetesVersion}. An upgrade never skips a minor release.</p>
    </FormDialog>
  );
}

function PauseDialog({ cluster, path, onClose }: ActionProps) {
  const paused = !cluster.paused;
  return (
    <FormDialog title={`${paused ? 'Pause' : 'Resume'} reconciliation of ${cluster.name}`} submit={paused ? 'Pause' : 'Resume'}
      onSubmit={() => sendJson('PATCH', `${path}/pause`, { body: { paused } })} onClose={onClose}>
      <p>{paused
        ? 'The cluster keeps running. Until it is resumed, the controllers do not apply changes and do not replace failed workers. It can still be deleted.'
        : 'The controllers apply all changes that were made while the cluster was paused.'}</p>
    </FormDialog>
  );
}
