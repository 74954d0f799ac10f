import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { toYaml } from './yaml';

test('an object is written as kubectl writes it', () => {
  expect(toYaml({ kind: 'TenantCluster', metadata: { name: '' }, spec: { kubernetesVersion: 'v1.36.6', workers: { replicas: 3 }, cidrs: ['10.0.0.0/8'], labels: {}, items: [{ a: 1, b: [2] }] } })).toBe(
    `kind: TenantCluster
metadata:
  name: ""
spec:
  kubernetesVersion: v1.36.6
  workers:
    replicas: 3
  cidrs:
  - 10.0.0.0/8
  labels: {}
  items:
  - a: 1
    b:
    - 2
`);
});

describe('texts are read back unchanged', () => {
  const texts = ['true', 'No', '12', '0x1F', '1e3', '1_000', '.5', '1.0', '12:30:45', '~', 'null', '', ' a', 'a ', 'a: b', 'a #b', '#x', '- x', '-x', '- ', '[a]', '{a}', '"q"', "it's", '*a', '&a', '!t', '%x', '@x', '`x`', '|', '>', '?', ': ', 'a:', 'a\nb', 'a\n\nb\n', '  lead\nmore', 'trail \nx', 'a\n', '\n', '\n\n', 'tab\tx', 'back\\slash', 'é', '日本', '\u0000', '\u2028', '😀', '<script>', '=', '.inf', 'y', '2026-11-18', '10.0.0.0/16', '16Gi', '9.5', '1.2.3', '10h', '---', '...', 'a\n--- \nb', '\ttab\nx', 'x\n\t'];
  test.each(texts)('%j', (text) => {
    expect(parse(toYaml({ key: text }))).toEqual({ key: text });
    expect(parse(toYaml({ list: [text, [text]], nested: { [text || 'k']: [{ a: text }] } }))).toEqual({ list: [text, [text]], nested: { [text || 'k']: [{ a: text }] } });
    expect(parse(toYaml({ key: text }), { version: '1.1' })).toEqual({ key: text });
  });
});

test('scalars other than texts keep their type', () => {
  const value = { a: 1, b: -2.5, c: true, d: null, e: [], f: {}, g: [[], {}, null, false] };
  expect(parse(toYaml(value))).toEqual(value);
});
