// Runs oidc-provider on loopback for the tests of 'butlerctl login' and of the console.
// Usage: node provider.mjs MODULES [CERTIFICATE KEY]
// Prints "listening on ISSUER" once it accepts requests.
// /test/state returns counters, /test/rotate replaces the signing keys.
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import path from 'node:path';
import { generateKeyPairSync } from 'node:crypto';
import { pathToFileURL } from 'node:url';

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function guarded(...args) {
  const options = Array.isArray(args[0]) ? args[0][0] : args[0];
  const host = options?.host ?? 'localhost';
  if (!['localhost', '127.0.0.1', '::1'].includes(host)) {
    throw new Error(`connection to ${host} refused by the test`);
  }
  return connect.apply(this, args);
};

const [modules, certificate, key] = process.argv.slice(2);
const { Provider } = await import(pathToFileURL(path.join(modules, 'oidc-provider/lib/index.js')).href);

const server = certificate
  ? https.createServer({ cert: fs.readFileSync(certificate), key: fs.readFileSync(key) })
  : http.createServer();
await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
const issuer = `${certificate ? 'https' : 'http'}://127.0.0.1:${server.address().port}`;

const counters = { refreshes: 0, revocations: 0, rotations: 0 };

function signingKeys(generation) {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  return [
    { ...rsa, kid: `rsa-${generation}`, use: 'sig', alg: 'RS256' },
    { ...ec, kid: `ec-${generation}`, use: 'sig', alg: 'ES256' },
  ];
}

// Stays when the keys are replaced, as a database would.
const stored = new Map();
class SharedAdapter {
  constructor(model) { this.prefix = `${model}:`; }

  async upsert(id, payload) { stored.set(this.prefix + id, { ...payload }); }

  async find(id) { return stored.get(this.prefix + id); }

  async findBy(field, value) {
    return [...stored].find(([name, payload]) => name.startsWith(this.prefix) && payload[field] === value)?.[1];
  }

  async findByUid(uid) { return this.findBy('uid', uid); }

  async findByUserCode(userCode) { return this.findBy('userCode', userCode); }

  async consume(id) { stored.get(this.prefix + id).consumed = Math.floor(Date.now() / 1000); }

  async destroy(id) { stored.delete(this.prefix + id); }

  async revokeByGrantId(grantId) {
    [...stored].filter(([, payload]) => payload.grantId === grantId).forEach(([name]) => stored.delete(name));
  }
}

const GRANTS = ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'];
const client = (settings) => ({
  application_type: 'native',
  grant_types: GRANTS,
  redirect_uris: ['http://127.0.0.1/callback', 'http://127.0.0.1/api/auth/callback'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  ...settings,
});

function provider(generation) {
  const created = new Provider(issuer, {
    adapter: SharedAdapter,
    clients: [
      client({ client_id: 'butler' }),
      client({ client_id: 'butler-ec', id_token_signed_response_alg: 'ES256' }),
      client({ client_id: 'confidential', client_secret: 's3cr&t +%', token_endpoint_auth_method: 'client_secret_basic' }),
      client({ client_id: 'no-refresh', grant_types: ['authorization_code'] }),
    ],
    claims: { openid: ['sub'], email: ['email'], profile: ['name', 'upn'], groups: ['groups', 'roles'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['not-a-secret'] },
    features: { deviceFlow: { enabled: true }, devInteractions: { enabled: true }, revocation: { enabled: true } },
    fetch: () => { throw new Error('the provider requests nothing'); },
    findAccount: (ctx, id) => ({
      accountId: id,
      claims: () => ({
        sub: id, email: `${id}@example.com`, name: id, groups: ['platform', 'auditors'], upn: `${id}@corp.example.com`, roles: ['operators'],
      }),
    }),
    jwks: { keys: signingKeys(generation) },
    rotateRefreshToken: true,
    scopes: ['openid', 'offline_access', 'email', 'profile', 'groups'],
    ttl: {
      AccessToken: 3600, AuthorizationCode: 60, DeviceCode: 600, Grant: 86400, IdToken: 3600, Interaction: 600, RefreshToken: 86400, Session: 86400,
    },
  });
  created.on('grant.success', (ctx) => {
    if (ctx.oidc.params.grant_type === 'refresh_token') counters.refreshes += 1;
  });
  created.on('refresh_token.destroyed', () => { counters.revocations += 1; });
  return created.callback();
}

let handler = provider(0);
server.on('request', (request, response) => {
  if (request.url === '/test/rotate') {
    counters.rotations += 1;
    handler = provider(counters.rotations);
  }
  if (request.url.startsWith('/test/')) {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(counters));
    return;
  }
  handler(request, response);
});
console.log(`listening on ${issuer}`);
