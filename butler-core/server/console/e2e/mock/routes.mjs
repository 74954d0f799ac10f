// The routes of the mock server, as in the contract of the console.
import { ProblemError, poolRow, runRow, teamRow } from './platform.mjs';

function json(response, value, status = 200) {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(value));
}

const empty = (response, status = 204) => response.writeHead(status).end();

/** The query parameters of each route; others are refused, as by the server. */
const QUERIES = {
  'GET auth/permissions': ['namespace'],
  'GET clusters': ['namespace', 'limit', 'continue'],
  'POST clusters': ['dryRun'],
  'PUT clusters/{ns}/{name}': ['dryRun'],
  'DELETE teams/{name}/members/{member}': ['kind'],
  'GET audit': ['limit', 'continue', 'user', 'object', 'since'],
  'GET stream': ['topics', 'namespace'],
};

const route = (method, pattern, needs, answer, anonymous = false) => ({
  method, needs, answer, anonymous, queries: QUERIES[`${method} ${pattern}`] ?? [], pattern: new RegExp(`^/api/${pattern.replace(/\{\w+\}/g, '([^/]+)')}$`),
});

const items = (needs, pattern, list) => route('GET', pattern, needs, (call) => json(call.response, { items: list(call) }));

function confirm({ request, parameters }) {
  if (request.headers['x-butler-confirm'] !== parameters.at(-1)) throw new ProblemError(422, 'Confirmation missing', 'The header X-Butler-Confirm must be the name of the object.');
}

const cluster = ({ platform, parameters: [namespace, name] }) => platform.find(namespace, name);

function named(list, name, kind) {
  const row = list.find((one) => one.name === name);
  if (!row) throw new ProblemError(404, 'Not found', `No ${kind} "${name}" found.`);
  return row;
}

function page(list, query, fallback) {
  const limit = Number(query.get('limit') ?? fallback);
  const from = Number(query.get('continue') ?? 0);
  const next = from + limit < list.length ? String(from + limit) : undefined;
  return { items: list.slice(from, from + limit), ...(next ? { continue: next } : {}) };
}

function createObject(topic, list, validate) {
  return ({ platform, response, body, query }) => {
    validate(body);
    const row = { ...body.metadata, resourceVersion: String(++platform.version), conditions: [], quota: [], members: 0, clusters: 0, phase: 'Pending', type: body.spec?.provider, ready: null, usedBy: 0, cidr: body.spec?.cidr, total: 0, allocated: 0, reserved: 0, available: 0, largestFree: 0, segments: [] };
    if (!query.get('dryRun')) {
      list(platform).push(row);
      platform.emit(topic, 'ADDED', row.namespace, row.name, row);
    }
    json(response, row, 201);
  };
}

const requireName = (body) => {
  if (!body?.metadata?.name) throw new ProblemError(422, 'Invalid specification', '', { problems: [{ path: 'metadata.name', message: 'must not be empty' }] });
};

const requireCidr = (body) => {
  const problems = [];
  if (!body?.metadata?.name) problems.push({ path: 'metadata.name', message: 'must not be empty' });
  (body?.spec?.reserved ?? []).forEach((entry, i) => {
    if (!/^[\d.]+\/\d+$/.test(entry.cidr ?? '')) problems.push({ path: `spec.reserved[${i}].cidr`, message: `invalid CIDR "${entry.cidr ?? ''}"` });
  });
  if (!body?.spec?.cidr) problems.push({ path: 'spec.cidr', message: 'must not be empty', fix: 'Use a network such as 10.40.0.0/21.' });
  if (problems.length > 0) throw new ProblemError(422, 'Invalid pool', '', { code: 'BTL-0200', problems });
};

const remove = (topic, list) => (call) => {
  confirm(call);
  const name = call.parameters.at(-1);
  const rows = list(call.platform);
  rows.splice(rows.indexOf(named(rows, name, 'object')), 1);
  call.platform.emit(topic, 'DELETED', null, name, null);
  empty(call.response, 202);
};

const AUTH = [
  route('GET', 'auth/providers', null, ({ server, response }) => json(response, server.mode === 'loopback' ? { mode: 'loopback', providers: [], tokenLogin: false } : { mode: 'cluster', providers: [{ name: 'corp', displayName: 'Example Corp', type: 'oidc' }], tokenLogin: true }), true),
  route('POST', 'auth/login', null, ({ server, response, body }) => {
    server.logIn(body?.token, response);
    empty(response);
  }, true),
  route('POST', 'auth/logout', null, ({ server, session, response }) => {
    server.sessions.delete(session.id);
    empty(response);
  }),
  route('POST', 'auth/refresh', null, ({ session, response }) => {
    session.expiresAt = new Date(Date.now() + 1_800_000).toISOString();
    empty(response);
  }),
  route('GET', 'auth/me', null, ({ server, session, response }) => json(response, { user: { name: session.name, groups: [`butler:${session.role}s`] }, csrfToken: session.csrf, expiresAt: session.expiresAt, mode: server.mode, cluster: { name: 'prod-mgmt', server: 'https://10.40.0.10:6443', version: 'v1.36.6' }, rehearsal: false })),
  route('GET', 'auth/permissions', null, ({ server, session, response, query }) => json(response, { ...(query.has('namespace') ? { namespace: query.get('namespace') } : {}), rules: [], can: server.can(session) })),
  items(null, 'auth/teams', ({ platform }) => platform.teams.map(teamRow)),
  route('GET', 'namespaces', null, ({ session, platform, response }) => json(response, { all: !session.namespaces, items: session.namespaces ?? [...new Set([...platform.clusters.values()].map((row) => row.namespace))].sort() })),
];

const TOPICS = ['clusters', 'networks', 'teams', 'addons', 'providers', 'runs', 'overview'];

const FIXED = ['spec.kubernetesVersion', 'spec.networking.podCIDR', 'spec.networking.serviceCIDR', 'spec.providerConfigRef', 'spec.teamRef'];

const certificate = (name, use, location, days, lifetime = 365) => ({ name, use, location, subject: `CN=${name},O=example`, notBefore: new Date(Date.now() - (lifetime - days) * 86_400_000).toISOString(), notAfter: new Date(Date.now() + days * 86_400_000).toISOString() });

const PLATFORM = [
  route('GET', 'overview', null, ({ platform, session, response }) => json(response, session.role === 'admin' ? platform.overview() : { ...platform.overview(), management: undefined, runs: undefined })),
  route('GET', 'versions', null, ({ response }) => json(response, { kubernetes: ['v1.37.2', 'v1.36.6', 'v1.36.1', 'v1.35.4', 'v1.34.8'], default: 'v1.36.6' })),
  route('GET', 'schemas/{kind}', null, ({ platform, response, parameters: [kind] }) => json(response, { kind, apiVersion: 'butler.butlerlabs.dev/v1alpha1', schema: platform.schema(kind), defaults: {}, fixed: kind === 'tenantclusters' ? FIXED : [] })),
  items(null, 'addons/catalog', ({ platform }) => platform.catalog),
  items('managementAddons.list', 'management/addons', ({ platform }) => platform.addons),
  route('POST', 'management/addons', 'managementAddons.create', ({ platform, response, body }) => {
    platform.addons.push({ name: body.addon, displayName: body.addon, phase: 'Installing', version: body.version ?? '1.0.0', managed: false });
    platform.emit('addons', 'ADDED', null, body.addon, null);
    json(response, platform.addons.at(-1), 201);
  }),
  route('GET', 'management/certificates', 'certificates.list', ({ response }) => json(response, {
    items: [certificate('Kubernetes CA', 'ca', 'ConfigMap kube-system/kube-root-ca.crt', 3_600, 3_650), certificate('Kubernetes API', 'serving', '10.40.0.10:6443', 300), certificate('butler-webhook-tls', 'serving', 'Secret butler-system/butler-webhook-tls', 20), certificate('butler-console-tls', 'serving', 'Secret butler-system/butler-console-tls', 3), certificate('old-ingress', 'serving', 'Secret web/old-ingress', -2)],
    unread: [{ name: 'Talos API, etcd, kubelets, and the credentials of the administrator', reason: 'they require the machine API', command: 'butleradm certs list' }],
  })),
  items('clusters.kubeconfig', 'clusters/{ns}/{name}/certificates', (call) => [certificate('Kubernetes CA', 'ca', 'administrator kubeconfig', 3_600, 3_650), certificate('administrator', 'client', 'administrator kubeconfig', cluster(call) ? 12 : 0)]),
  route('GET', 'audit', 'audit.read', ({ platform, response, query }) => {
    const rows = platform.audit.filter((row) => row.user.includes(query.get('user') ?? '') && `${row.namespace}/${row.name}`.includes(query.get('object') ?? ''));
    json(response, page(rows, query, 50));
  }),
  items(null, 'runs', ({ platform }) => platform.runs.map(runRow)),
  route('GET', 'runs/{id}', null, ({ platform, response, parameters: [id] }) => json(response, named(platform.runs, id, 'run'))),
  route('GET', 'stream', null, (call) => {
    const unknown = (call.query.get('topics') ?? '').split(',').filter((topic) => !TOPICS.includes(topic));
    if (unknown.length > 0) throw new ProblemError(400, 'Malformed request', `unknown topic ${unknown.join(', ')}`);
    call.server.stream(call);
  }),
];

const CLUSTERS = [
  route('GET', 'clusters', 'clusters.list', ({ platform, response, query }) => json(response, { ...page(platform.inNamespace(query.get('namespace')).map((row) => platform.row(row)), query, 500), resourceVersion: String(platform.version) })),
  route('POST', 'clusters', 'clusters.create', ({ platform, response, query, body }) => json(response, platform.detail(platform.create(body, query.get('dryRun'))), 201)),
  route('GET', 'clusters/{ns}/{name}', 'clusters.list', (call) => json(call.response, call.platform.detail(cluster(call)))),
  route('PUT', 'clusters/{ns}/{name}', 'clusters.update', (call) => json(call.response, call.platform.detail(call.platform.edit(cluster(call), call.body, call.query.get('dryRun'))))),
  route('DELETE', 'clusters/{ns}/{name}', 'clusters.delete', (call) => {
    confirm(call);
    call.platform.remove(cluster(call));
    empty(call.response, 202);
  }),
  route('PATCH', 'clusters/{ns}/{name}/scale', 'clusters.update', (call) => {
    call.platform.scale(cluster(call), call.body?.replicas);
    json(call.response, call.platform.detail(cluster(call)));
  }),
  route('PATCH', 'clusters/{ns}/{name}/upgrade', 'clusters.update', (call) => {
    Object.assign(cluster(call), { kubernetesVersion: call.body.kubernetesVersion, phase: 'Updating' });
    call.platform.changed(cluster(call));
    json(call.response, call.platform.detail(cluster(call)));
  }),
  route('PATCH', 'clusters/{ns}/{name}/pause', 'clusters.update', (call) => {
    cluster(call).paused = call.body.paused;
    call.platform.changed(cluster(call));
    json(call.response, call.platform.detail(cluster(call)));
  }),
  route('GET', 'clusters/{ns}/{name}/kubeconfig', 'clusters.kubeconfig', (call) => {
    const { name } = cluster(call);
    call.response.writeHead(200, { 'Content-Type': 'application/yaml', 'Content-Disposition': `attachment; filename="${name}.kubeconfig"`, 'Cache-Control': 'no-store' });
    call.response.end(`apiVersion: v1\nkind: Config\ncurrent-context: ${name}\n`);
  }),
  items('clusters.list', 'clusters/{ns}/{name}/nodes', (call) => {
    const { name, workers, kubernetesVersion } = cluster(call);
    return Array.from({ length: workers.desired }, (_, i) => {
      const machine = { name: `${name}-workers-x7k2p-${i}`, version: kubernetesVersion, address: `10.40.5.${10 + i}` };
      return i < workers.ready ? { ...machine, node: `${name}-workers-${i}`, phase: 'Running' } : { ...machine, phase: 'Provisioning' };
    });
  }),
  items('addons.list', 'clusters/{ns}/{name}/addons', (call) => [{ name: 'cilium', displayName: 'Cilium', version: '1.18.2', installedVersion: '1.18.2', phase: 'Installed', managed: true, managedBy: 'cluster', resourceVersion: '1' }, { name: 'redis', displayName: 'Redis', version: '20.6.0', installedVersion: '20.5.1', phase: 'Upgrading', message: HALF, managed: false, managedBy: 'addon', resourceVersion: '1', ...(cluster(call) && {}) }]),
];

const HALF = '1/2 pods of StatefulSet redis ready';

const POOLS = [
  items('networks.list', 'admin/networks', ({ platform }) => platform.pools.map(poolRow)),
  route('POST', 'admin/networks', 'networks.create', createObject('networks', (platform) => platform.pools, requireCidr)),
  route('GET', 'admin/networks/{ns}/{name}', 'networks.list', ({ platform, response, parameters: [, name] }) => json(response, named(platform.pools, name, 'pool'))),
  items('networks.list', 'admin/networks/{ns}/{name}/allocations', ({ platform, parameters: [, name] }) => named(platform.pools, name, 'pool').segments.filter((one) => one.owner).slice(0, 60)
    .map((one, i) => ({ namespace: 'butler-system', name: `${one.owner.split('/')[1]}-nodes-${i}`, pool: name, tenant: one.owner, phase: 'Allocated', start: one.start, end: one.end, count: one.size, purpose: 'nodes', createdAt: new Date(Date.now() - i * 9e6).toISOString() }))),
  route('DELETE', 'admin/networks/{ns}/{name}', 'networks.delete', (call) => {
    throw new ProblemError(409, 'The pool is in use', `Pool "${call.parameters[1]}" has allocated addresses.`, { hint: 'Delete the tenant clusters that use it first.' });
  }),
];

const OTHERS = [
  items('teams.list', 'teams', ({ platform }) => platform.teams.map(teamRow)),
  route('POST', 'teams', 'teams.create', (call) => {
    const { name, ...spec } = call.body;
    if (!name) throw new ProblemError(422, 'Invalid team', '', { problems: [{ path: 'name', message: 'must not be empty' }] });
    createObject('teams', (platform) => platform.teams, requireName)({ ...call, body: { metadata: { name }, spec } });
  }),
  route('GET', 'teams/{name}', 'teams.list', ({ platform, response, parameters: [name] }) => json(response, named(platform.teams, name, 'team'))),
  route('GET', 'teams/{name}/clusters', 'teams.list', ({ platform, response, parameters: [name] }) => json(response, { items: platform.inNamespace(name).slice(0, 20).map((row) => platform.row(row)), resourceVersion: String(platform.version) })),
  route('POST', 'teams/{name}/members', 'teams.update', ({ platform, response, body, parameters: [name] }) => {
    const team = named(platform.teams, name, 'team');
    team.memberList = [...(team.memberList ?? []), { name: body.name, role: body.role, kind: body.group ? 'group' : 'user' }];
    platform.emit('teams', 'MODIFIED', null, name, null);
    empty(response);
  }),
  route('DELETE', 'teams/{name}/members/{member}', 'teams.update', (call) => {
    confirm(call);
    const [name, member] = call.parameters;
    const team = named(call.platform.teams, name, 'team');
    team.memberList = team.memberList.filter((one) => one.name !== member || one.kind !== call.query.get('kind'));
    call.platform.emit('teams', 'MODIFIED', null, name, null);
    empty(call.response, 202);
  }),
  route('DELETE', 'teams/{name}', 'teams.delete', remove('teams', (platform) => platform.teams)),
  items('providers.list', 'providers', ({ platform }) => platform.providers),
  route('POST', 'providers', 'providers.create', createObject('providers', (platform) => platform.providers, requireName)),
  route('POST', 'providers/{ns}/{name}/validate', 'providers.update', ({ platform, response, parameters: [, name] }) => setTimeout(() => json(response, named(platform.providers, name, 'provider')), 300)),
  route('DELETE', 'providers/{ns}/{name}', 'providers.delete', remove('providers', (platform) => platform.providers)),
];

export const ROUTES = [...AUTH, ...PLATFORM, ...CLUSTERS, ...POOLS, ...OTHERS];
