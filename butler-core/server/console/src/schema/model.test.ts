import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { addItem, allFields, build, fieldsOf, itemCount, itemFields, removeItem, titleOf, valuesOf, without } from './model';
import type { JsonSchema } from './model';

function specOf(plural: string): JsonSchema {
  const file = new URL(`../../../../../manifests/crds/${plural}.butler.butlerlabs.dev.yaml`, import.meta.url);
  return (parse(readFileSync(file, 'utf8')) as { spec: { versions: { schema: { openAPIV3Schema: { properties: { spec: JsonSchema } } } }[] } }).spec.versions[0]!.schema.openAPIV3Schema.properties.spec;
}

const tenant = fieldsOf(specOf('tenantclusters'), 'spec');
const find = (path: string) => allFields(tenant, {}).find((field) => field.path === path);

describe('fields of the published schema of TenantCluster', () => {
  test('required fields are first', () => {
    expect(tenant.slice(0, 2).map((field) => [field.path, field.required])).toEqual([['spec.kubernetesVersion', true], ['spec.workers', true]]);
    expect(tenant.slice(2).every((field) => !field.required)).toBe(true);
  });

  test('each type has its control', () => {
    expect(find('spec.workers.replicas')?.kind).toBe('integer');
    expect(find('spec.workers.replicas')?.minimum).toBe(1);
    expect(find('spec.workers.machineTemplate.os.type')?.options).toContain('talos');
    expect(find('spec.workers.machineTemplate.memory')).toMatchObject({ kind: 'text', intOrString: true, preset: '16Gi' });
    expect(find('spec.timeServers')?.kind).toBe('lines');
    expect(find('spec.addons.cni.values')?.kind).toBe('json');
    expect(find('spec.addons.cni.enabled')).toMatchObject({ kind: 'boolean', preset: 'true' });
  });

  test.each(['networkpools', 'teams', 'providerconfigs', 'tenantclusters'])('every property of %s has a field', (plural) => {
    const schema = specOf(plural);
    expect(fieldsOf(schema, 'spec').map((field) => field.name).sort()).toEqual(Object.keys(schema.properties ?? {}).sort());
  });
});

describe('objects from texts', () => {
  test('only fields with a text are sent, each with its type', () => {
    const { value, problems } = build(tenant, {
      'spec.kubernetesVersion': ' v1.36.6 ', 'spec.workers.replicas': '3', 'spec.workers.machineTemplate.diskSize': '100', 'spec.workers.machineTemplate.memory': '8Gi',
      'spec.timeServers': 'a.example\nb.example', 'spec.addons.cni.values': '{"mtu": 1400}', 'spec.workspaces.enabled': 'false', 'spec.networking.podCIDR': '',
    });
    expect(problems).toEqual([]);
    expect(value).toEqual({
      kubernetesVersion: 'v1.36.6', workers: { replicas: 3, machineTemplate: { diskSize: 100, memory: '8Gi' } },
      timeServers: ['a.example', 'b.example'], addons: { cni: { values: { mtu: 1400 } } }, workspaces: { enabled: false },
    });
  });

  test('texts that are not of the type are problems of their field', () => {
    const { problems } = build(tenant, { 'spec.workers.replicas': 'three', 'spec.addons.cni.values': '{mtu}' });
    expect(problems.map((problem) => problem.path)).toEqual(['spec.workers.replicas', 'spec.addons.cni.values']);
    expect(problems[0]!.message).toBe('invalid value "three": must be a whole number');
  });

  test('a large number keeps its digits as text for the server to reject', () => {
    expect(build(tenant, { 'spec.workers.replicas': '1.5' }).value).toEqual({ workers: { replicas: '1.5' } });
  });
});

describe('lists of objects', () => {
  const pool = fieldsOf(specOf('networkpools'), 'spec');
  const reserved = pool.find((field) => field.name === 'reserved')!;

  test('items are added, filled and removed', () => {
    let values = addItem(addItem(addItem({ 'spec.cidr': '10.0.0.0/24' }, reserved.path), reserved.path), reserved.path);
    expect(itemCount(values, reserved.path)).toBe(3);
    expect(itemFields(reserved, 1).map((field) => field.path)).toContain('spec.reserved[1].cidr');
    values = { ...values, 'spec.reserved[0].cidr': '10.0.0.0/28', 'spec.reserved[1].cidr': 'x', 'spec.reserved[2].cidr': '10.0.0.16/28' };
    values = removeItem(values, reserved.path, 1);
    expect(build(pool, values).value).toEqual({ cidr: '10.0.0.0/24', reserved: [{ cidr: '10.0.0.0/28' }, { cidr: '10.0.0.16/28' }] });
  });

  test('an added item without values is sent, so that the server reports what is missing', () => {
    expect(build(pool, addItem({}, reserved.path)).value).toEqual({ reserved: [{}] });
  });
});

describe('texts from objects', () => {
  test('an object that is not edited is sent as it was', () => {
    const spec = {
      kubernetesVersion: 'v1.36.6', workers: { replicas: 3, machineTemplate: { cpu: 4, memory: '8Gi', diskSize: 100, os: { type: 'talos' } } },
      timeServers: ['a.example', 'b.example'], addons: { cni: { enabled: false, values: { mtu: 1400, nested: ['x'] } } }, networking: { lbPoolSize: 0 },
    };
    expect(build(tenant, valuesOf(tenant, spec)).value).toEqual(spec);
  });

  test('items without values are kept', () => {
    const pool = fieldsOf(specOf('networkpools'), 'spec');
    const spec = { cidr: '10.0.0.0/24', reserved: [{ cidr: '10.0.0.0/28' }, {}] };
    expect(build(pool, valuesOf(pool, spec)).value).toEqual(spec);
  });

  test('fields that cannot change are not offered, nor groups without other fields', () => {
    const editable = without(tenant, ['spec.kubernetesVersion', 'spec.networking.podCIDR', 'spec.teamRef.name']);
    const paths = allFields(editable, {}).map((field) => field.path);
    expect(paths).not.toContain('spec.kubernetesVersion');
    expect(paths).not.toContain('spec.teamRef');
    expect(paths).toContain('spec.networking.serviceCIDR');
  });
});

test('titles write abbreviations as usual', () => {
  expect(['podCIDR', 'lbPoolSize', 'providerConfigRef', 'certSANs', 'cni', 'kubernetesVersion'].map(titleOf)).toEqual(['Pod CIDR', 'LB pool size', 'Provider config', 'Cert SANs', 'CNI', 'Kubernetes version']);
});
