// Sample data of the mock server: a platform with some problems, so that every page has something to show.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const MANIFESTS = new URL('../../../../../manifests/', import.meta.url);

/** A repeatable source of randomness, so that screenshots of two runs can be compared. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export const HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';

export function ago(seconds) {
  return new Date(Date.now() - seconds * 1_000).toISOString();
}

export function schemaOf(plural) {
  const file = fileURLToPath(new URL(`crds/${plural}.butler.butlerlabs.dev.yaml`, MANIFESTS));
  const crd = parse(readFileSync(file, 'utf8'));
  return crd.spec.versions[0].schema.openAPIV3Schema.properties.spec;
}

export function catalog() {
  const names = ['cert-manager', 'cilium', 'cnpg', 'external-dns', 'flux', 'longhorn', 'loki', 'metallb', 'metrics-server', 'nats', 'redis', 'sealed-secrets', 'traefik', 'velero', 'victoria-metrics'];
  return names.map((name) => {
    const { spec } = parse(readFileSync(fileURLToPath(new URL(`catalogue/${name}.yaml`, MANIFESTS)), 'utf8'));
    const { defaultVersion } = spec.chart;
    return { name, displayName: spec.displayName, description: spec.description, category: spec.category, defaultVersion: String(defaultVersion), versions: [String(defaultVersion)], chart: `${spec.chart.repository}/${spec.chart.name}`, dependsOn: [] };
  });
}

const CONDITIONS = ['ProviderAccessGranted', 'QuotaSatisfied', 'NetworkReady', 'Planned', 'NamespaceReady', 'Requested', 'InfrastructureReady', 'ControlPlaneReady', 'KubeconfigReady', 'AddonsRequested', 'WorkersReady', 'AddonsReady', 'LoadBalancerAddresses', 'Ready'];

/** The conditions of a cluster of which the first `done` steps are finished. */
export function conditions(done, message, reason = 'Waiting') {
  return CONDITIONS.slice(0, Math.min(CONDITIONS.length, done + 2)).map((type, i) => ({
    type,
    status: i < done ? 'True' : 'False',
    reason: i < done ? 'Done' : reason,
    message: i < done ? '' : i === done ? message : `waiting for ${CONDITIONS[done]}`,
    lastTransitionTime: ago(600 - i * 20),
  }));
}

export const STEPS = CONDITIONS.length;

const TEAMS = ['payments', 'search', 'identity', 'mobile', 'data-platform', 'observability', 'butler-tenants'];
const PROVIDERS = ['harvester-lab', 'nutanix-prod', 'proxmox-edge', 'aws-eu'];
const VERSIONS = ['v1.34.8', 'v1.35.4', 'v1.36.1', 'v1.36.6'];

function cluster(i, next) {
  const namespace = TEAMS[Math.floor(next() * TEAMS.length)];
  const desired = 1 + Math.floor(next() * 9);
  const dice = next();
  const phase = dice < 0.93 ? 'Ready' : dice < 0.95 ? 'Updating' : dice < 0.97 ? 'Provisioning' : dice < 0.985 ? 'Failed' : 'Hibernated';
  const missing = phase === 'Ready' ? 0 : 1;
  const row = {
    name: ['web', 'api', 'batch', 'ml', 'edge', 'ci'][i % 6] + '-' + String(i).padStart(4, '0'),
    namespace, phase, desired, ready: phase === 'Hibernated' ? 0 : desired - missing,
    version: VERSIONS[Math.floor(next() * VERSIONS.length)],
    provider: PROVIDERS[Math.floor(next() * PROVIDERS.length)],
    age: 3_600 * (1 + Math.floor(next() * 4_000)),
  };
  if (phase === 'Failed') row.problem = 'machine web-workers-7 failed: the quota of Nutanix cluster "prod" has no memory left';
  if (phase === 'Provisioning') row.problem = 'NetworkReady: pool "lab-pool" has no contiguous range of 8 addresses; waiting for a release';
  return row;
}

export function clusters(total) {
  const next = random(27);
  const list = Array.from({ length: total }, (_, i) => cluster(i, next));
  list.push({ name: 'hostile', namespace: 'payments', phase: 'Failed', desired: 2, ready: 0, version: 'v1.36.1', provider: HOSTILE, age: 900, problem: `event ${HOSTILE}` });
  return list;
}

function ipv4(n) {
  return [24, 16, 8, 0].map((shift) => (n >>> shift) & 255).join('.');
}

/** A pool of a /21 with reserved addresses, addresses outside of the ranges, and allocations of tenants. */
export function pool(name, base, size, fill, owners) {
  const next = random(size + fill * 100);
  const segments = [];
  const add = (start, length, state, owner) => segments.push({ start: ipv4(start), end: ipv4(start + length - 1), size: length, state, ...(owner ? { owner } : {}) });
  add(base, 16, 'reserved');
  add(base + 16, 48, 'excluded');
  let at = base + 64;
  let owner = 0;
  while (at < base + size - 1) {
    const length = Math.min(base + size - 1 - at, 3 + Math.floor(next() * 14));
    if (next() < fill) add(at, length, 'allocated', owners[owner++ % owners.length]);
    else add(at, length, 'free');
    at += length;
  }
  add(base + size - 1, 1, 'excluded');
  return { name, namespace: 'butler-system', cidr: `${ipv4(base)}/${32 - Math.log2(size)}`, segments: merged(segments) };
}

function merged(segments) {
  const result = [];
  for (const segment of segments) {
    const last = result.at(-1);
    if (last && last.state === segment.state && last.owner === segment.owner) Object.assign(last, { end: segment.end, size: last.size + segment.size });
    else result.push({ ...segment });
  }
  return result;
}

/** Quantities of Kubernetes. */
const quota = (resource, used, limit, percent) => ({ resource, used, ...(limit === null ? {} : { limit, percent }) });

export function teams() {
  return [
    { name: 'payments', displayName: 'Payments', members: 6, quota: [quota('clusters', '5', '5', 100), quota('nodes', '31', '40', 77), quota('cpu', '124', '160', 77), quota('memory', '496Gi', '512Gi', 96), quota('storage', '3100Gi', null)] },
    { name: 'search', displayName: 'Search and discovery', members: 4, quota: [quota('clusters', '2', '10', 20), quota('nodes', '6', null), { resource: 'cpu' }] },
    { name: 'identity', displayName: `Identity ${HOSTILE}`, members: 2, quota: [] },
    { name: 'data-platform', displayName: 'Data platform', members: 12, quota: [quota('clusters', '17', '20', 85), quota('cpu', '480', '1024', 46)] },
  ];
}

const condition = (type, status, reason, message) => ({ type, status, reason, message, lastTransitionTime: ago(7_200) });

export function providers() {
  return [
    { name: 'harvester-lab', type: 'harvester', ready: true, message: 'Harvester v1.6.1, 3 nodes', usedBy: 301, scope: 'platform', conditions: [condition('CredentialsValid', 'True', 'Accepted', 'The API accepts the kubeconfig of the Secret butler-system/harvester.'), condition('NetworkFound', 'True', 'Found', 'VM network default/vlan40 exists.'), condition('ImageFound', 'True', 'Found', 'Image default/talos-1.13 is downloaded.'), condition('CapacityAvailable', 'True', 'Enough', '212 cores and 911 GiB are free.')] },
    { name: 'nutanix-prod', type: 'nutanix', ready: false, message: 'Prism Central rejects the credentials: 401 Unauthorized', usedBy: 298, scope: 'team payments', conditions: [condition('CredentialsValid', 'False', 'CredentialsRejected', 'https://prism.example.com:9440 answered 401 Unauthorized. Renew the password in the Secret butler-system/nutanix.'), condition('SubnetFound', 'Unknown', 'NotChecked', 'Not checked, because the credentials are rejected.')] },
    { name: 'proxmox-edge', type: 'proxmox', ready: true, message: '', usedBy: 0, scope: 'platform', conditions: [condition('CredentialsValid', 'True', 'Accepted', '')] },
    { name: 'aws-eu', type: 'aws', message: 'Not validated yet', usedBy: 12, scope: 'platform', conditions: [] },
  ];
}

const STEP_TITLES = [['Preflight', 'Checking the infrastructure'], ['ClusterSecrets', 'Preparing cluster secrets'], ['MachinesRequested', 'Requesting machines'], ['MachinesRunning', 'Starting machines'], ['TalosConfigured', 'Configuring Talos'], ['Bootstrapped', 'Bootstrapping etcd'], ['KubernetesReady', 'Waiting for Kubernetes'], ['AddonsInstalled', 'Installing platform addons'], ['Pivoted', 'Moving resources to the new cluster']];

/** A run in which `done` steps are finished and the next one is waiting. */
export function run(id, cluster, kind, state, startedSeconds, done) {
  const started = Date.now() - startedSeconds * 1_000;
  const length = startedSeconds / (done + (state === 'running' ? 1 : 0));
  const time = (seconds) => new Date(started + seconds * 1_000).toISOString();
  const now = time(startedSeconds);
  const steps = STEP_TITLES.slice(0, state === 'succeeded' ? done : done + 1).map(([name, title], i) => {
    const from = time(i * length);
    if (i === done) return { name, title, state: state === 'failed' ? 'failed' : 'running', startedAt: from, message: '4/5 machines ready', spans: [{ label: 'worker-1: kubelet is starting', startedAt: time(i * length + length * 0.2), finishedAt: now }] };
    return { name, title, state: 'succeeded', startedAt: from, finishedAt: time((i + 1) * length), message: 'done', spans: i % 2 ? [{ label: '3/5 machines running', startedAt: time(i * length + length * 0.3), finishedAt: time(i * length + length * 0.8) }] : [] };
  });
  const periods = (...states) => states.map(([label, from], i) => ({ label, startedAt: time(from), finishedAt: i + 1 < states.length ? time(states[i + 1][1]) : now }));
  const machines = ['cp-0', 'cp-1', 'cp-2', 'worker-0', 'worker-1'].map((name, i) => ({
    name, address: `10.40.0.${20 + i}`, state: i === 4 && state === 'running' ? 'configured' : 'ready',
    message: '',
    spans: periods(['creating', 2.1 * length], ['running', 3 * length + i], i === 4 && state === 'running' ? ['configured', 4.5 * length] : ['ready', 5.5 * length + i * 2]),
  }));
  return {
    id, cluster, kind, title: `${kind[0].toUpperCase()}${kind.slice(1)} of ${cluster}`, state, startedAt: time(0), ...(state === 'running' ? {} : { finishedAt: time(startedSeconds * 0.9) }),
    ...(state === 'succeeded' ? {} : { currentStep: STEP_TITLES[done]?.[1] ?? '' }), ...(state === 'running' ? { waitingFor: 'worker-1: kubelet is starting' } : {}),
    progress: { done, total: steps.length }, message: '', steps, machines, addons: [],
  };
}
