import { useState } from 'preact/hooks';
import { clusterPath } from '../api/paths';
import { permissions } from '../api/session';
import type { CertificateRow, ClusterDetail, Items, MachineRow } from '../api/types';
import { shownPhase } from '../clusters/listing';
import { useResource } from '../live/hooks';
import { toYaml } from '../schema/yaml';
import { useStore } from '../state/store';
import { Card, Page, Tabs, useTab } from '../ui/page';
import { Age, Badge, Conditions, Empty, Facts, Loader, Phase, conditionTone } from '../ui/parts';
import { EventTable, MachineTable } from '../ui/tables';
import { CertificateTable } from './certificate-parts';
import { ClusterActions } from './cluster-actions';
import { ClusterAddons } from './cluster-addons';

export function ClusterPage({ ns, name }: { ns: string; name: string }) {
  const path = clusterPath(ns, name);
  const concerns = (change: { namespace?: string | null; name?: string | null }): boolean =>
    !change.name || (change.namespace === ns && change.name === name);
  const detail = useResource<ClusterDetail>(path, { topics: ['clusters'], concerns });
  const data = detail.state === 'ready' ? detail.data : undefined;
  return (
    <Page title={name} crumbs={[['Tenant clusters', '/clusters']]} badge={data && <Phase phase={shownPhase(data)} />}
      actions={data && <ClusterActions cluster={data} reload={detail.state === 'ready' ? detail.reload : () => undefined} />}>
      <Loader what={`tenant cluster ${name}`} from={detail}>
        {(cluster) => <Detail cluster={cluster} />}
      </Loader>
    </Page>
  );
}

function Detail({ cluster }: { cluster: ClusterDetail }) {
  const tabs = [
    { id: 'overview', title: 'Overview' },
    { id: 'conditions', title: 'Conditions', count: cluster.conditions.length },
    { id: 'events', title: 'Events', count: cluster.events.length },
    { id: 'nodes', title: 'Workers' },
    { id: 'addons', title: 'Addons' },
    { id: 'yaml', title: 'YAML' },
  ];
  const tab = useTab(tabs);
  return (
    <>
      <p class="subtitle">{cluster.namespace} · Kubernetes {cluster.runningVersion ?? cluster.kubernetesVersion}{cluster.provider && ` · ${cluster.provider}`}</p>
      <Progress cluster={cluster} />
      <Tabs label={`Tenant cluster ${cluster.name}`} tabs={tabs} selected={tab} />
      {tab === 'overview' && <OverviewTab cluster={cluster} />}
      {tab === 'conditions' && <Conditions conditions={cluster.conditions} subject={cluster.name} />}
      {tab === 'events' && <EventTable events={cluster.events} subject={`tenant cluster ${cluster.namespace}/${cluster.name}`} />}
      {tab === 'nodes' && <WorkersTab cluster={cluster} />}
      {tab === 'addons' && <ClusterAddons cluster={cluster} />}
      {tab === 'yaml' && <YamlTab cluster={cluster} />}
    </>
  );
}

/** What the cluster waits for: its problem, or the first condition that is not True. */
function Progress({ cluster }: { cluster: ClusterDetail }) {
  if (cluster.deletingSince) {
    return <Waiting title="Deleting" cluster={cluster} since={cluster.deletingSince} />;
  }
  if (cluster.paused) {
    return <p class="message compact" role="status"><strong>Paused.</strong> The controllers ignore changes of this cluster until it is resumed.</p>;
  }
  if (cluster.phase === 'Ready' || cluster.phase === 'Hibernated') {
    return cluster.problem ? <p class="message warn compact" role="status">{cluster.problem}</p> : null;
  }
  return <Waiting title={cluster.phase || 'Pending'} cluster={cluster} />;
}

function Waiting({ title, cluster, since }: { title: string; cluster: ClusterDetail; since?: string }) {
  const blocking = cluster.conditions.find((condition) => condition.status !== 'True' && condition.type !== 'Ready' && conditionTone(condition) !== 'good');
  const failed = cluster.phase === 'Failed' && !cluster.deletingSince;
  const text = cluster.problem || blocking?.message;
  return (
    <p class={failed ? 'message bad compact' : 'message busy compact'} role="status">
      <strong>{title}.</strong> {text ? `${failed ? '' : 'Waiting: '}${text}` : 'Waiting for the controllers to report the first condition.'}
      {(since ?? blocking?.lastTransitionTime) && <span class="soft"> (<Age time={since ?? blocking?.lastTransitionTime} />)</span>}
    </p>
  );
}

function text(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : String(value);
}

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((now, key) => (typeof now === 'object' && now !== null ? (now as Record<string, unknown>)[key] : undefined), value);
}

function OverviewTab({ cluster }: { cluster: ClusterDetail }) {
  const machine = at(cluster.spec, 'workers', 'machineTemplate');
  return (
    <div class="cards">
      <Card title="Cluster">
        <Facts facts={[
          ['Kubernetes', cluster.runningVersion && cluster.runningVersion !== cluster.kubernetesVersion ? `${cluster.runningVersion} → ${cluster.kubernetesVersion}` : cluster.kubernetesVersion],
          ['Endpoint', cluster.endpoint && <span class="mono break">{cluster.endpoint}</span>],
          ['Control plane', `${cluster.controlPlane.ready ? 'ready' : 'not ready'}, ${cluster.controlPlane.replicas} replica${cluster.controlPlane.replicas === 1 ? '' : 's'}`],
          ['Workers', `${cluster.workers.ready}/${cluster.workers.desired} ready`],
          ['Addons', cluster.addons && `${cluster.addons.ready}/${cluster.addons.total} ready`],
          ['Age', <Age time={cluster.createdAt} />],
        ]} />
      </Card>
      <Card title="Placement">
        <Facts facts={[
          ['Namespace', <span class="mono">{cluster.namespace}</span>],
          ['Team', cluster.team && <a href={`/teams/${cluster.team}`}>{cluster.team}</a>],
          ['Provider', cluster.provider],
          ['Worker size', [at(machine, 'cpu') && `${text(at(machine, 'cpu'))} CPUs`, text(at(machine, 'memory')), text(at(machine, 'diskSize'))].filter(Boolean).join(', ')],
          ['Operating system', [text(at(machine, 'os', 'type')), text(at(machine, 'os', 'version'))].filter(Boolean).join(' ')],
          ['Pod CIDR', text(at(cluster.spec, 'networking', 'podCIDR'))],
        ]} />
      </Card>
      <Card title="Steps" wide>
        {cluster.conditions.length === 0 ? <Empty>The controllers have not reported a condition yet.</Empty> : (
          <ul class="steps">
            {cluster.conditions.map((condition) => (
              <li key={condition.type}>
                <Badge tone={conditionTone(condition)}>{condition.status}</Badge> <span>{condition.type}</span>
                {condition.status !== 'True' && condition.message && <span class="soft block">{condition.message}</span>}
              </li>
            ))}
          </ul>
        )}
      </Card>
      <CertificatesCard cluster={cluster} />
      <Card title="Recent events" wide>
        <EventTable events={cluster.events.slice(0, 5)} subject={`tenant cluster ${cluster.name}`} />
      </Card>
    </div>
  );
}

/** The certificates of the administrator kubeconfig, for users who may download it. */
function CertificatesCard({ cluster }: { cluster: ClusterDetail }) {
  const { can } = useStore(permissions);
  const exists = cluster.phase === 'Ready' || cluster.phase === 'Updating' || cluster.phase === 'Hibernated';
  const certificates = useResource<Items<CertificateRow>>(can['clusters.kubeconfig'] && exists ? `${clusterPath(cluster.namespace, cluster.name)}/certificates` : undefined);
  if (!can['clusters.kubeconfig'] || !exists) return null;
  return (
    <Card title="Certificates" wide>
      <Loader what={`the certificates of ${cluster.name}`} from={certificates}>{(data) => <CertificateTable rows={data.items} subject={`tenant cluster ${cluster.name}`} />}</Loader>
    </Card>
  );
}

function WorkersTab({ cluster }: { cluster: ClusterDetail }) {
  const machines = useResource<Items<MachineRow>>(`${clusterPath(cluster.namespace, cluster.name)}/nodes`,
    { topics: ['clusters'], concerns: (change) => change.name === cluster.name && change.namespace === cluster.namespace });
  return <Loader what={`the worker machines of ${cluster.name}`} from={machines}>{(data) => <MachineTable machines={data.items} subject={`tenant cluster ${cluster.name}`} />}</Loader>;
}

function YamlTab({ cluster }: { cluster: ClusterDetail }) {
  const [copied, setCopied] = useState('');
  const yaml = toYaml(cluster.object);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(yaml);
      setCopied('Copied');
    } catch {
      setCopied('The browser does not permit copying; select the text instead');
    }
  };
  return (
    <section aria-label="YAML">
      <p class="toolbar"><button type="button" onClick={() => void copy()}>Copy</button> <span class="soft" role="status">{copied}</span></p>
      <pre class="code-block" tabIndex={0} aria-label="TenantCluster as YAML">{yaml}</pre>
    </section>
  );
}

