import { useState } from 'preact/hooks';
import { seg, sendJson } from '../api/client';
import { clusterPath } from '../api/paths';
import { permissions } from '../api/session';
import type { AddonRow, CatalogEntry, ClusterDetail, Items } from '../api/types';
import { useResource } from '../live/hooks';
import { useStore } from '../state/store';
import { Loader } from '../ui/parts';
import { AddonDialog, AddonTable } from './addon-parts';

/** The addons of one tenant cluster. */
export function ClusterAddons({ cluster }: { cluster: ClusterDetail }) {
  const { can } = useStore(permissions);
  const [adding, setAdding] = useState(false);
  const path = `${clusterPath(cluster.namespace, cluster.name)}/addons`;
  const addons = useResource<Items<AddonRow>>(path, {
    topics: ['addons', 'clusters'],
    concerns: (change) => change.topic === 'addons' || (change.name === cluster.name && change.namespace === cluster.namespace),
  });
  const catalog = useResource<Items<CatalogEntry>>(adding ? '/api/addons/catalog' : undefined);
  const reload = (): void => {
    if (addons.state === 'ready') addons.reload();
  };
  return (
    <section aria-label="Addons">
      {can['addons.create'] && !cluster.deletingSince && <p class="toolbar"><button type="button" class="primary" onClick={() => setAdding(true)}>Install addon</button></p>}
      <Loader what={`addons of ${cluster.name}`} from={addons}>
        {(data) => (
          <AddonTable addons={data.items} where={`tenant cluster ${cluster.name}`} reload={reload}
            mayUpdate={Boolean(can['addons.update'])} mayDelete={Boolean(can['addons.delete'])} pathOf={(addon) => `${path}/${seg(addon.name)}`} />
        )}
      </Loader>
      {adding && (
        <AddonDialog title={`Install an addon in ${cluster.name}`} submit="Install" catalog={catalog} onClose={() => {
          setAdding(false);
          reload();
        }} onSubmit={(body) => sendJson('POST', path, { body })} />
      )}
    </section>
  );
}
