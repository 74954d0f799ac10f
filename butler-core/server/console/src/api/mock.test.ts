import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MockServer } from '../../e2e/mock/server.mjs';

interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
}

interface Operation {
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

const API = JSON.parse(readFileSync(fileURLToPath(new URL('../../../../../docs/reference/console-api.json', import.meta.url)), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** Values of path parameters that exist in the mock. */
const PARAMETERS: Record<string, string> = { kind: 'tenantclusters', id: 'r-3' };
const NAMES: [RegExp, string, string][] = [[/^\/api\/admin\/networks\//, 'butler-system', 'lab-pool'], [/^\/api\/teams\//, '', 'payments']];

const mock = new MockServer({ total: 12 });
let cookie = '';

beforeAll(async () => {
  await mock.start();
  const login = await fetch(`${mock.url}/api/auth/login`, { method: 'POST', body: JSON.stringify({ token: 'token-of-the-administrator' }) });
  cookie = login.headers.get('set-cookie') ?? '';
});

afterAll(() => mock.stop());

function urlOf(path: string): string {
  const [namespace, name] = NAMES.find(([pattern]) => pattern.test(path))?.slice(1) as [string, string] | undefined ?? firstCluster();
  return path.replace(/\{(\w+)\}/g, (_, parameter: string) => PARAMETERS[parameter] ?? (parameter === 'name' ? name : namespace));
}

function firstCluster(): [string, string] {
  return [...mock.platform.clusters.keys()][0]!.split('/') as [string, string];
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** Returns where a value differs from its schema. */
function differences(value: unknown, schema: Schema, at: string): string[] {
  if (schema.$ref) return differences(value, API.components.schemas[schema.$ref.split('/').at(-1)!]!, at);
  if (schema.type && typeOf(value) !== schema.type) return [`${at} is ${typeOf(value)} instead of ${schema.type}`];
  if (schema.enum && !schema.enum.includes(value)) return [`${at} is ${String(value)} instead of ${schema.enum.join(', ')}`];
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => (schema.items ? differences(item, schema.items, `${at}[]`) : [])))];
  if (!schema.properties) return [];
  const fields = value as Record<string, unknown>;
  return [
    ...(schema.required ?? []).filter((field) => fields[field] === undefined).map((field) => `${at}.${field} is missing`),
    ...Object.entries(fields).flatMap(([field, of]) => {
      const known = schema.properties![field];
      return known ? differences(of, known, `${at}.${field}`) : [`${at}.${field} is unknown`];
    }),
  ];
}

test('what the mock returns is what the API describes', async () => {
  const found: string[] = [];
  let compared = 0;
  for (const [path, operations] of Object.entries(API.paths)) {
    const schema = operations['get']?.responses['200']?.content?.['application/json']?.schema;
    if (!schema || !path.startsWith('/api/')) continue;
    const response = await fetch(mock.url + urlOf(path), { headers: { cookie } });
    // The mock has only the routes that the pages use.
    if (response.status === 404) continue;
    expect(response.status, path).toBe(200);
    compared++;
    found.push(...differences(JSON.parse(await response.text()), schema, path));
  }
  expect(compared).toBeGreaterThan(20);
  expect(found).toEqual([]);
});
