import { useMemo, useRef } from 'preact/hooks';
import { getJson, sendJson, withQuery } from '../api/client';
import { clusterPath } from '../api/paths';
import type { ClusterDetail } from '../api/types';
import { count } from '../format/text';
import { useResource } from '../live/hooks';
import { navigate } from '../router';
import { changedPaths, mergeValues } from '../schema/merge';
import { fieldsOf, valuesOf, without } from '../schema/model';
import type { FormValues, JsonSchema } from '../schema/model';
import { Page } from '../ui/page';
import { Loader } from '../ui/parts';
import { ManifestForm } from './manifest-form';
import type { Resolved } from './manifest-form';

interface ClusterSchema {
  schema: JsonSchema;
  fixed: string[];
}

/** Edits the fields of a tenant cluster that can change after its creation. */
export function ClusterEditPage({ ns, name }: { ns: string; name: string }) {
  const path = clusterPath(ns, name);
  const schema = useResource<ClusterSchema>('/api/schemas/tenantclusters');
  // Read once: a form does not change while the user types.
  const cluster = useResource<ClusterDetail>(path);
  return (
    <Page title={`Edit ${name}`} crumbs={[['Tenant clusters', '/clusters'], [name, `/clusters/${ns}/${name}`]]}>
      <Loader what="the fields of TenantCluster" from={schema}>
        {(fields) => <Loader what={`tenant cluster ${name}`} from={cluster}>{(detail) => <EditForm path={path} schema={fields} cluster={detail} />}</Loader>}
      </Loader>
    </Page>
  );
}

/** The version of the cluster that the form is based on. */
interface Base {
  cluster: ClusterDetail;
  values: FormValues;
}

function EditForm({ path, schema, cluster }: { path: string; schema: ClusterSchema; cluster: ClusterDetail }) {
  const fields = useMemo(() => without(fieldsOf(schema.schema, 'spec'), schema.fixed), [schema]);
  const base = useRef<Base | undefined>(undefined);
  base.current ??= { cluster, values: valuesOf(fields, cluster.spec) };
  const page = `/clusters/${cluster.namespace}/${cluster.name}`;
  const resolve = async (own: FormValues): Promise<Resolved> => {
    const current = await getJson<ClusterDetail>(path);
    const other = valuesOf(fields, current.spec);
    const theirs = changedPaths(base.current!.values, other);
    const merged = mergeValues(base.current!.values, own, other);
    base.current = { cluster: current, values: other };
    return { values: merged.values, message: resolution(theirs, merged.contested) };
  };
  return (
    <ManifestForm metadata={[]} spec={fields} initial={base.current.values} choices={{}} submit="Save" canCheck cancel={page} resolve={resolve}
      objectOf={(_, spec) => manifest(base.current!.cluster, schema.fixed, spec)}
      note={(values) => changes(changedPaths(base.current!.values, values).length)}
      send={(object, dryRun) => sendJson('PUT', withQuery(path, dryRun ? { dryRun: 'All' } : {}), { body: object })}
      onSent={() => navigate(page)} />
  );
}

function changes(changed: number): string {
  return changed === 0 ? 'Nothing changed yet.' : `${count(changed, 'field')} changed.`;
}

function resolution(theirs: string[], contested: ReadonlyMap<string, string>): string {
  const loaded = theirs.length === 0 ? 'The current version was loaded.' : `The current version was loaded. Another user changed ${theirs.join(', ')}.`;
  const both = [...contested].map(([path, text]) => `${path} (now ${text || 'not set'})`).join(', ');
  return `${loaded} Your changes are kept${both ? `, also of fields that both of you changed: ${both}` : ''}. Check them and save again.`;
}

/** The fields that cannot change are sent as they are stored. */
function manifest(cluster: ClusterDetail, fixed: string[], edited: unknown): unknown {
  const spec = structuredClone(edited) as Record<string, unknown>;
  for (const path of fixed) copy(cluster.spec, spec, path.split('.').slice(1));
  const { uid, generation } = (cluster.object['metadata'] ?? {}) as Record<string, unknown>;
  return { apiVersion: cluster.object['apiVersion'], kind: cluster.object['kind'], metadata: { name: cluster.name, namespace: cluster.namespace, uid, generation }, spec };
}

function copy(from: Record<string, unknown>, to: Record<string, unknown>, [name, ...rest]: string[]): void {
  const value = from[name!];
  if (value === undefined) return;
  if (rest.length === 0) to[name!] = value;
  else copy(value as Record<string, unknown>, (to[name!] ??= {}) as Record<string, unknown>, rest);
}
