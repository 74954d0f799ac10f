// A server with the REST API of the console over a mock platform. For tests and development only: it keeps everything in memory.
import { createServer } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HOSTILE } from './data.mjs';
import { Platform, ProblemError } from './platform.mjs';
import { ROUTES } from './routes.mjs';

const BUILT = fileURLToPath(new URL('../../../src/main/resources/dev/butlerlabs/core/server/console/', import.meta.url));
const CSP = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
const PAGES = [/^\/$/, /^\/(login|clusters|clusters\/new|addons|certificates|networks|teams|providers|runs|audit)$/, /^\/(clusters|networks)\/[^/]+\/[^/]+$/, /^\/clusters\/[^/]+\/[^/]+\/edit$/, /^\/(teams|runs)\/[^/]+$/];

const PAGES_OF_PERMISSIONS = ['clusters', 'addons', 'networks', 'ipallocations', 'providers', 'teams', 'users', 'managementAddons'];

function permissionsOf(role) {
  const can = { 'clusters.kubeconfig': role === 'admin', 'audit.read': role === 'admin', 'certificates.list': role === 'admin', 'runs.list': true, 'catalog.list': true };
  for (const page of PAGES_OF_PERMISSIONS) {
    for (const verb of ['list', 'create', 'update', 'delete']) can[`${page}.${verb}`] = role === 'admin' || (verb === 'list' && page !== 'users' && page !== 'managementAddons');
  }
  return can;
}

export const TOKENS = { 'token-of-the-administrator': { name: 'ada@example.com', role: 'admin' }, 'token-of-the-viewer': { name: HOSTILE, role: 'viewer' }, 'token-of-the-team': { name: 'bob@example.com', role: 'viewer', namespaces: ['payments', 'search'] } };

export class MockServer {
  constructor(options = {}) {
    this.platform = new Platform(options);
    this.sessions = new Map();
    this.streams = new Set();
    this.mode = options.mode ?? 'cluster';
    this.delayMillis = options.delayMillis ?? 0;
    this.platform.listeners.add((change) => this.broadcast(change));
    this.server = createServer((request, response) => void this.handle(request, response));
  }

  async start(port = 0) {
    await new Promise((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${this.server.address().port}`;
    return this;
  }

  async stop() {
    this.dropStreams();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  dropStreams() {
    for (const stream of this.streams) stream.response.destroy();
    this.streams.clear();
  }

  endSessions() {
    this.sessions.clear();
    this.dropStreams();
  }

  broadcast(change) {
    for (const stream of this.streams) {
      if (!stream.topics.includes(change.topic)) continue;
      if (stream.namespace && change.namespace && stream.namespace !== change.namespace) continue;
      stream.response.write(`event: change\nid: ${this.platform.version}\ndata: ${JSON.stringify(change)}\n\n`);
    }
  }

  async handle(request, response) {
    const url = new URL(request.url, this.url);
    response.setHeader('Content-Security-Policy', CSP);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    try {
      if (!url.pathname.startsWith('/api/')) return this.file(url.pathname, response);
      if (this.delayMillis) await new Promise((resolve) => setTimeout(resolve, this.delayMillis));
      await this.api(request, response, url);
    } catch (cause) {
      const document = cause instanceof ProblemError ? cause.document : { type: 'about:blank', title: 'The mock failed', status: 500, detail: String(cause?.stack ?? cause) };
      if (!response.headersSent) response.writeHead(document.status, { 'Content-Type': 'application/problem+json' });
      response.end(JSON.stringify(document));
    }
  }

  file(path, response) {
    const page = PAGES.some((pattern) => pattern.test(path));
    const file = join(BUILT, page ? 'index.html' : normalize(path));
    if (!file.startsWith(BUILT) || !existsSync(file) || (!page && !path.startsWith('/assets/'))) throw new ProblemError(404, 'Not found', path);
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream', 'Cache-Control': page ? 'no-cache' : 'public, max-age=31536000, immutable' });
    response.end(readFileSync(file));
  }

  session(request) {
    const id = /butler_session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1];
    return id ? this.sessions.get(id) : undefined;
  }

  async api(request, response, url) {
    const session = this.session(request);
    const route = ROUTES.find((one) => one.method === request.method && one.pattern.test(url.pathname));
    if (!route) throw new ProblemError(404, 'Not found', `${request.method} ${url.pathname}`);
    if (!route.anonymous && !session) throw new ProblemError(401, 'No session', 'Log in first.');
    if (request.method !== 'GET' && !route.anonymous && request.headers['x-butler-csrf'] !== session.csrf) throw new ProblemError(403, 'CSRF token missing', 'The request has no valid CSRF token.');
    if (route.needs && !permissionsOf(session.role)[route.needs]) {
      throw new ProblemError(403, 'The Kubernetes API refused the request', `User "${session.name}" cannot ${request.method.toLowerCase()} ${url.pathname}`, { hint: 'Ask a platform administrator for the permission.', code: 'BTL-0103' });
    }
    for (const name of url.searchParams.keys()) {
      if (!route.queries.includes(name)) throw new ProblemError(400, 'Malformed request', `unknown query parameter "${name}"`);
    }
    const parameters = route.pattern.exec(url.pathname).slice(1).map(decodeURIComponent);
    const body = request.method === 'GET' ? undefined : await bodyOf(request);
    await route.answer({ server: this, platform: this.platform, session, request, response, query: url.searchParams, parameters, body });
  }

  logIn(token, response) {
    const user = TOKENS[token];
    if (!user) throw new ProblemError(401, 'Login failed', 'The Kubernetes API does not accept this token.', { hint: 'Check that the token is complete and has not expired.' });
    const id = randomUUID();
    this.sessions.set(id, { ...user, id, csrf: randomUUID(), expiresAt: new Date(Date.now() + 1_800_000).toISOString() });
    response.setHeader('Set-Cookie', `butler_session=${id}; HttpOnly; SameSite=Strict; Path=/`);
  }

  can(session) {
    return permissionsOf(session.role);
  }

  stream({ request, response, query }) {
    const stream = { response, topics: (query.get('topics') ?? '').split(','), namespace: query.get('namespace') ?? '' };
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(`event: hello\ndata: ${JSON.stringify({ topics: stream.topics, retry: 2_000 })}\n\n`);
    this.streams.add(stream);
    request.on('close', () => this.streams.delete(stream));
  }
}

async function bodyOf(request) {
  let text = '';
  for await (const part of request) text += part;
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    throw new ProblemError(400, 'Malformed request', 'The body is not valid JSON.');
  }
}
