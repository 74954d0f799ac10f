// State of the mock platform: objects, and what happens to them over time. For tests and development only.
import { randomUUID } from 'node:crypto';
import { HOSTILE, STEPS, ago, catalog, clusters, conditions, pool, providers, run, schemaOf, teams } from './data.mjs';

export class ProblemError extends Error {
  constructor(status, title, detail, { hint = '', code = '', problems = [] } = {}) {
    super(detail);
    this.document = { type: 'about:blank', title, status, code, detail, hint, problems };
  }
}

const invalid = (problems) => new ProblemError(422, 'Invalid cluster specification', `${problems.length} problem(s) found`, { code: 'BTL-0200', hint: 'Fix the problems above and try again.', problems });

export class Platform {
  constructor({ total = 300, stepMillis = 120 } = {}) {
    this.stepMillis = stepMillis;
    this.version = 1_000;
    this.listeners = new Set();
    this.clusters = new Map();
    for (const one of clusters(total)) this.addSample(one);
    const owners = [...this.clusters.values()].slice(0, 90).map((row) => `${row.namespace}/${row.name}`);
    this.pools = [pool('lab-pool', 0x0a280000, 2_048, 0.8, owners), pool('edge-pool', 0xac100000, 256, 0.45, owners), pool('prod-pool', 0x0a320000, 65_536, 0.3, owners)].map((one) => this.poolRow(one));
    this.teams = teams().map((team) => ({ ...team, resourceVersion: '1', conditions: [], spec: {}, namespace: team.name, phase: 'Ready', clusters: this.inNamespace(team.name).length, memberList: MEMBERS }));
    this.providers = providers().map((row) => ({ ...row, resourceVersion: '1', namespace: 'butler-system' }));
    this.runs = [run('r-3', 'demo', 'bootstrap', 'running', 240, 6), run('r-2', 'prod', 'upgrade', 'succeeded', 1_900, 9), run('r-1', 'prod', 'bootstrap', 'failed', 700, 4)];
    this.addons = [['cilium', 'Cilium', 'Installed', '1.18.2'], ['cert-manager', 'cert-manager', 'Installed', '1.19.1'], ['longhorn', 'Longhorn', 'Failed', '1.9.0', 'the chart needs Kubernetes 1.25 or newer nodes with iscsi'], ['traefik', 'Traefik', 'Installing', '37.1.0']]
      .map(([name, displayName, phase, version, message]) => ({ name, displayName, phase, version, installedVersion: phase === 'Installing' ? undefined : version, message, managed: name === 'cilium', managedBy: name === 'cilium' ? 'platform' : 'addon', resourceVersion: '1' }));
    this.catalog = catalog();
    this.audit = Array.from({ length: 120 }, (_, i) => ({ time: ago(40 + i * 97), user: i % 7 === 3 ? HOSTILE : ['ada@example.com', 'bob@example.com', 'ci'][i % 3], verb: ['changed', 'created', 'granted'][i % 3], kind: i % 11 === 5 ? 'Team' : 'TenantCluster', namespace: 'payments', name: `web-${i % 9}`, changes: i % 3 === 0 ? ['spec.workers.replicas', 'spec.kubernetesVersion'] : [] }));
    this.audit.sort((a, b) => (a.time < b.time ? 1 : -1));
    this.schemas = new Map();
  }

  schema(plural) {
    if (!this.schemas.has(plural)) this.schemas.set(plural, schemaOf(plural));
    return this.schemas.get(plural);
  }

  inNamespace(namespace) {
    return [...this.clusters.values()].filter((row) => !namespace || row.namespace === namespace);
  }

  addSample({ name, namespace, phase, desired, ready, version, provider, age, problem }) {
    const done = phase === 'Ready' || phase === 'Hibernated' ? STEPS : 6;
    this.clusters.set(`${namespace}/${name}`, {
      namespace, name, uid: randomUUID(), generation: 1, resourceVersion: String(++this.version), phase, provider, team: namespace === 'butler-tenants' ? undefined : namespace,
      kubernetesVersion: version, runningVersion: phase === 'Updating' ? 'v1.34.8' : version, workers: { ready, desired }, controlPlane: { ready: phase !== 'Provisioning', replicas: 1 },
      endpoint: 'https://10.40.3.17:6443', paused: false, createdAt: ago(age), problem, addons: { ready: phase === 'Ready' ? 3 : 1, total: 3 },
      conditions: conditions(done, problem ?? '2/3 machines running', phase === 'Failed' ? 'MachineFailed' : 'Waiting'),
      events: [{ time: ago(50), type: 'Normal', reason: 'Scaled', message: 'MachineDeployment scaled to 3', count: 1, object: `MachineDeployment/${name}-workers` }, { time: ago(90), type: 'Warning', reason: 'Hostile', message: HOSTILE, count: 12, object: `Machine/${name}-workers-1` }],
      spec: { kubernetesVersion: version, workers: { replicas: desired, machineTemplate: { cpu: 4, memory: '16Gi', diskSize: '100Gi', os: { type: 'talos', version: 'v1.13.9' } } }, networking: { podCIDR: '10.244.0.0/16' } },
    });
  }

  poolRow({ segments, ...pool }) {
    const sum = (state) => segments.filter((segment) => segment.state === state).reduce((total, segment) => total + segment.size, 0);
    const free = segments.filter((segment) => segment.state === 'free').map((segment) => segment.size);
    const total = sum('free') + sum('allocated');
    const used = (100 * sum('allocated')) / total;
    return {
      ...pool, resourceVersion: String(++this.version), ranges: [], spec: { cidr: pool.cidr }, total, allocated: sum('allocated'), reserved: sum('reserved'), available: sum('free'), largestFree: Math.max(0, ...free), fragmentation: 37, segments,
      conditions: [{ type: 'SpecAccepted', status: 'True', reason: 'Accepted', message: '', lastTransitionTime: ago(90_000) }, { type: 'CapacityWarning', status: used > 70 ? 'True' : 'False', reason: 'Usage', message: `${Math.round(used)} % of the addresses are allocated`, lastTransitionTime: ago(9_000) }],
    };
  }

  emit(topic, type, namespace, name, row) {
    for (const listener of this.listeners) listener({ topic, type, namespace, name, row });
  }

  changed(cluster, type = 'MODIFIED') {
    cluster.resourceVersion = String(++this.version);
    this.emit('clusters', type, cluster.namespace, cluster.name, this.row(cluster));
  }

  row({ conditions: _c, events: _e, spec: _s, generation: _g, ...row }) {
    return row;
  }

  detail(cluster) {
    const { generation, ...shown } = cluster;
    const { namespace, name, uid, resourceVersion, createdAt, spec } = shown;
    const upgrades = cluster.phase === 'Ready' ? ['v1.37.2', 'v1.36.6', 'v1.36.1'].filter((version) => version > cluster.kubernetesVersion) : [];
    return { ...shown, labels: {}, annotations: {}, availableUpgrades: upgrades, object: { apiVersion: 'butler.butlerlabs.dev/v1alpha1', kind: 'TenantCluster', metadata: { name, namespace, uid, resourceVersion, generation, creationTimestamp: createdAt }, spec, status: { phase: cluster.phase, conditions: cluster.conditions } } };
  }

  find(namespace, name) {
    const cluster = this.clusters.get(`${namespace}/${name}`);
    if (!cluster) throw new ProblemError(404, 'Not found', `No tenant cluster "${name}" found in namespace "${namespace}".`, { code: 'BTL-0401' });
    return cluster;
  }

  validate({ metadata = {}, spec = {} }) {
    const problems = [];
    if (!/^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(metadata.name ?? '')) problems.push({ path: 'metadata.name', message: `invalid name "${metadata.name ?? ''}": must be lowercase letters, digits and hyphens`, fix: 'Use a name such as web-1.' });
    if (!/^v\d+\.\d+\.\d+$/.test(spec.kubernetesVersion ?? '')) problems.push({ path: 'spec.kubernetesVersion', message: 'invalid value: must be a version such as v1.31.4' });
    if (!Number.isInteger(spec.workers?.replicas) || spec.workers.replicas < 1) problems.push({ path: '/spec/workers/replicas', message: 'must be 1 or more', fix: 'Set the number of workers.' });
    if (spec.networking?.podCIDR && !/^[\d.]+\/\d+$/.test(spec.networking.podCIDR)) problems.push({ path: 'spec.networking.podCIDR', message: `invalid CIDR "${spec.networking.podCIDR}"` });
    if (spec.workers?.replicas > 100) problems.push({ path: 'spec.workers', message: 'the team has room for 9 more workers' });
    if (problems.length > 0) throw invalid(problems);
  }

  create(body, dryRun) {
    this.validate(body);
    const { name, namespace = 'butler-tenants' } = body.metadata;
    if (this.clusters.has(`${namespace}/${name}`)) throw new ProblemError(409, 'The cluster exists already', `Tenant cluster "${name}" exists in namespace "${namespace}".`, { hint: 'Choose another name.', code: 'BTL-0301' });
    this.addSample({ name, namespace, phase: 'Pending', desired: body.spec.workers.replicas, ready: 0, version: body.spec.kubernetesVersion, provider: body.spec.providerConfigRef?.name ?? 'harvester-lab', age: 0 });
    const cluster = this.find(namespace, name);
    if (dryRun) {
      this.clusters.delete(`${namespace}/${name}`);
      return cluster;
    }
    Object.assign(cluster, { spec: body.spec, conditions: conditions(0, 'waiting for the provider'), events: [], controlPlane: { ready: false, replicas: 1 } });
    this.changed(cluster, 'ADDED');
    this.advance(cluster, 1);
    return cluster;
  }

  advance(cluster, step) {
    setTimeout(() => {
      if (cluster.deletingSince) return;
      const finished = step >= STEPS;
      cluster.phase = finished ? 'Ready' : step < 6 ? 'Pending' : step < 10 ? 'Provisioning' : 'Installing';
      cluster.workers = { ...cluster.workers, ready: finished ? cluster.workers.desired : step > 9 ? 1 : 0 };
      cluster.controlPlane = { ready: step > 8, replicas: 1 };
      cluster.problem = finished ? undefined : `waiting for step ${step} of ${STEPS}`;
      cluster.conditions = conditions(step, cluster.problem ?? '');
      cluster.events = [{ time: ago(0), type: 'Normal', reason: 'StepDone', message: `step ${step} of ${STEPS} done`, count: 1, object: `TenantCluster/${cluster.name}` }, ...cluster.events];
      this.changed(cluster);
      if (!finished) this.advance(cluster, step + 1);
    }, this.stepMillis).unref();
  }

  edit(cluster, body, dryRun) {
    this.validate(body);
    if (body.metadata.generation !== cluster.generation || body.metadata.uid !== cluster.uid) throw new ProblemError(409, 'Conflict', `TenantCluster ${cluster.namespace}/${cluster.name} was changed while you edited it.`, { hint: 'Load the current version, apply your changes to it and try again.', code: 'BTL-0301' });
    if (dryRun) return cluster;
    cluster.generation += 1;
    cluster.spec = body.spec;
    this.scale(cluster, body.spec.workers.replicas);
    return cluster;
  }

  scale(cluster, replicas) {
    if (!Number.isInteger(replicas) || replicas < 1) throw invalid([{ path: 'spec.workers.replicas', message: `invalid value ${replicas}: must be 1 or more` }]);
    cluster.workers = { ready: Math.min(cluster.workers.ready, replicas), desired: replicas };
    if (cluster.spec.workers.replicas !== replicas) cluster.generation += 1;
    cluster.spec = { ...cluster.spec, workers: { ...cluster.spec.workers, replicas } };
    cluster.phase = 'Updating';
    this.changed(cluster);
    setTimeout(() => {
      cluster.workers = { ready: replicas, desired: replicas };
      cluster.phase = 'Ready';
      this.changed(cluster);
    }, this.stepMillis * 4).unref();
  }

  remove(cluster) {
    cluster.deletingSince = ago(0);
    this.changed(cluster);
    setTimeout(() => {
      this.clusters.delete(`${cluster.namespace}/${cluster.name}`);
      this.emit('clusters', 'DELETED', cluster.namespace, cluster.name, null);
    }, this.stepMillis * 5).unref();
  }

  overview() {
    const all = [...this.clusters.values()];
    const byPhase = {};
    for (const row of all) byPhase[row.phase] = (byPhase[row.phase] ?? 0) + 1;
    const failed = all.filter((row) => row.phase === 'Failed');
    const problems = [
      { severity: 'Error', subject: 'provider nutanix-prod', message: 'Prism Central rejects the credentials: 401 Unauthorized', since: ago(7_200), hint: 'Renew the password in the Secret butler-system/nutanix.', link: '/providers' },
      ...failed.slice(0, 3).map((row) => ({ severity: 'Error', subject: `tenant cluster ${row.namespace}/${row.name}`, message: row.problem, since: ago(1_800), link: `/clusters/${row.namespace}/${row.name}` })),
      { severity: 'Warning', subject: 'pool lab-pool', message: 'more than 70 % of the addresses are allocated', since: ago(86_400), hint: 'Add a range, or release what is not used: butleradm pool usage lab-pool', link: '/networks/butler-system/lab-pool' },
    ];
    return {
      management: { name: 'prod-mgmt', version: 'v1.36.6', talosVersion: 'v1.13.9', phase: 'Ready', health: 'Degraded', problems: [], nodes: { ready: 5, total: 5 }, controllers: { ready: true, version: '0.9.0' } },
      clusters: { total: all.length, byPhase, unhealthy: failed.slice(0, 20).map((row) => this.row(row)) },
      pools: this.pools.map(poolRow).sort((a, b) => b.allocated / b.total - a.allocated / a.total),
      teams: { total: this.teams.length, nearLimit: this.teams.filter((team) => team.quota.some((row) => row.percent >= 80)).map(teamRow) },
      providers: { total: this.providers.length, notReady: this.providers.filter((row) => !row.ready) },
      runs: { active: this.runs.filter((one) => one.state === 'running').map(runRow) },
      problems,
    };
  }
}

/** What lists contain of a pool, a team and a run. */
export const poolRow = ({ segments: _, spec: _s, ...row }) => row;
export const teamRow = ({ memberList: _m, conditions: _c, spec: _s, ...row }) => row;
export const runRow = ({ steps: _s, machines: _m, addons: _a, message: _t, ...row }) => row;

const MEMBERS = [{ name: 'ada@example.com', kind: 'user', role: 'admin' }, { name: 'bob@example.com', kind: 'user', role: 'operator' }, { name: 'auditors', kind: 'group', role: 'viewer' }];
