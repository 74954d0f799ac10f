import { words } from '../format/text';

/** The part of JSON Schema that custom resource definitions use. */
export interface JsonSchema {
  type?: string;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  enum?: unknown[];
  default?: unknown;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
  'x-kubernetes-int-or-string'?: boolean;
  'x-kubernetes-preserve-unknown-fields'?: boolean;
}

export type FieldKind = 'text' | 'integer' | 'number' | 'boolean' | 'choice' | 'lines' | 'json' | 'group' | 'items';

export interface FormField {
  path: string;
  name: string;
  title: string;
  kind: FieldKind;
  description: string;
  required: boolean;
  /** What applies if the field is left empty. */
  preset: string;
  options: string[];
  intOrString: boolean;
  minimum?: number;
  maximum?: number;
  children: FormField[];
  /** For `items`: the schema of one item. */
  item?: JsonSchema;
}

/** Texts of the fields by path. A field without an entry, or with an empty one, is not set. */
export type FormValues = Readonly<Record<string, string>>;

export function titleOf(name: string): string {
  return words(name).replace(/ ref$/, '');
}

/** The fields of an object, required ones first, otherwise in the order of the schema. */
export function fieldsOf(schema: JsonSchema, path: string): FormField[] {
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => fieldOf(property, `${path}.${name}`, name, required.has(name)));
  return [...fields.filter((field) => field.required), ...fields.filter((field) => !field.required)];
}

export function fieldOf(schema: JsonSchema, path: string, name: string, required: boolean): FormField {
  const kind = kindOf(schema);
  const field: FormField = {
    path,
    name,
    title: titleOf(name),
    kind,
    description: schema.description ?? '',
    required,
    preset: schema.default === undefined ? '' : typeof schema.default === 'object' ? JSON.stringify(schema.default) : String(schema.default),
    options: (schema.enum ?? []).map(String),
    intOrString: schema['x-kubernetes-int-or-string'] ?? false,
    children: kind === 'group' ? fieldsOf(schema, path) : [],
  };
  if (schema.minimum !== undefined) field.minimum = schema.minimum;
  if (schema.maximum !== undefined) field.maximum = schema.maximum;
  if (kind === 'items' && schema.items) field.item = schema.items;
  return field;
}

function kindOf(schema: JsonSchema): FieldKind {
  if (schema.enum) return 'choice';
  if (schema['x-kubernetes-int-or-string']) return 'text';
  switch (schema.type) {
    case 'boolean':
    case 'integer':
    case 'number':
      return schema.type;
    case 'string':
      return 'text';
    case 'array':
      return schema.items?.properties ? 'items' : schema.items?.type === 'string' ? 'lines' : 'json';
    default:
      return schema.properties && !schema['x-kubernetes-preserve-unknown-fields'] ? 'group' : 'json';
  }
}

/** The fields of item `i` of a list of objects. */
export function itemFields(field: FormField, i: number): FormField[] {
  return field.item ? fieldsOf(field.item, `${field.path}[${i}]`) : [];
}

/** The number of items of a list of objects; an added item without values is counted by its marker. */
export function itemCount(values: FormValues, path: string): number {
  let items = 0;
  for (const key of Object.keys(values)) {
    if (!key.startsWith(`${path}[`)) continue;
    items = Math.max(items, parseInt(key.slice(path.length + 1), 10) + 1);
  }
  return items;
}

export function addItem(values: FormValues, path: string): FormValues {
  return { ...values, [`${path}[${itemCount(values, path)}]`]: '' };
}

/** Removes an item; those after it move up. */
export function removeItem(values: FormValues, path: string, removed: number): FormValues {
  const kept: Record<string, string> = {};
  for (const [key, value] of Object.entries(values)) {
    if (!key.startsWith(`${path}[`)) {
      kept[key] = value;
      continue;
    }
    const index = parseInt(key.slice(path.length + 1), 10);
    if (index === removed) continue;
    const rest = key.slice(key.indexOf(']', path.length) + 1);
    kept[`${path}[${index > removed ? index - 1 : index}]${rest}`] = value;
  }
  return kept;
}

export interface BuiltSpec {
  value: unknown;
  /** Texts that are not a value of the type of their field. */
  problems: { path: string; message: string }[];
}

/** The object that the texts describe. Fields that are not set are left to the defaults of the server. */
export function build(fields: readonly FormField[], values: FormValues): BuiltSpec {
  const problems: BuiltSpec['problems'] = [];
  return { value: buildGroup(fields, values, problems) ?? {}, problems };
}

function buildGroup(fields: readonly FormField[], values: FormValues, problems: BuiltSpec['problems']): Record<string, unknown> | undefined {
  const object: Record<string, unknown> = {};
  for (const field of fields) {
    const value = buildField(field, values, problems);
    if (value !== undefined) object[field.name] = value;
  }
  return Object.keys(object).length > 0 ? object : undefined;
}

function buildField(field: FormField, values: FormValues, problems: BuiltSpec['problems']): unknown {
  if (field.kind === 'group') return buildGroup(field.children, values, problems);
  if (field.kind === 'items') {
    const items = Array.from({ length: itemCount(values, field.path) }, (_, i) => buildGroup(itemFields(field, i), values, problems) ?? {});
    return items.length > 0 ? items : undefined;
  }
  const text = (values[field.path] ?? '').trim();
  if (text === '') return undefined;
  const parsed = parseText(field, text);
  if (parsed.problem) problems.push({ path: field.path, message: parsed.problem });
  return parsed.value;
}

function parseText(field: FormField, text: string): { value?: unknown; problem?: string } {
  switch (field.kind) {
    case 'integer':
      return /^[+-]?\d+$/.test(text) ? { value: Number(text) } : { value: text, problem: `invalid value "${text}": must be a whole number` };
    case 'number':
      return Number.isFinite(Number(text)) ? { value: Number(text) } : { value: text, problem: `invalid value "${text}": must be a number` };
    case 'boolean':
      return { value: text === 'true' };
    case 'lines':
      return { value: text.split(/[\n,]+/).map((line) => line.trim()).filter(Boolean) };
    case 'json':
      return parseJson(text);
    default:
      return { value: field.intOrString && /^\d+$/.test(text) ? Number(text) : text };
  }
}

function parseJson(text: string): { value?: unknown; problem?: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (cause) {
    return { problem: `not valid JSON: ${cause instanceof Error ? cause.message : String(cause)}` };
  }
}

/** The texts of an existing object: the reverse of `build`. */
export function valuesOf(fields: readonly FormField[], object: unknown): FormValues {
  const values: Record<string, string> = {};
  collect(fields, object, values);
  return values;
}

function collect(fields: readonly FormField[], object: unknown, values: Record<string, string>): void {
  for (const field of fields) {
    const value = typeof object === 'object' && object !== null ? (object as Record<string, unknown>)[field.name] : undefined;
    if (value === undefined || value === null) continue;
    if (field.kind === 'group') collect(field.children, value, values);
    else if (field.kind === 'items') {
      for (const [i, item] of (value as unknown[]).entries()) {
        values[`${field.path}[${i}]`] = '';
        collect(itemFields(field, i), item, values);
      }
    } else values[field.path] = textOf(field, value);
  }
}

function textOf(field: FormField, value: unknown): string {
  if (field.kind === 'lines') return (value as unknown[]).join('\n');
  return field.kind === 'json' ? JSON.stringify(value) : String(value);
}

/** The fields without those of some paths, and without groups that are then empty. */
export function without(fields: readonly FormField[], paths: readonly string[]): FormField[] {
  return fields
    .filter((field) => !paths.includes(field.path))
    .map((field) => ({ ...field, children: without(field.children, paths) }))
    .filter((field) => field.kind !== 'group' || field.children.length > 0);
}

/** Every field with its descendants, also those of existing items. */
export function allFields(fields: readonly FormField[], values: FormValues): FormField[] {
  return fields.flatMap((field) => {
    const items = field.kind === 'items' ? Array.from({ length: itemCount(values, field.path) }, (_, i) => itemFields(field, i)).flat() : [];
    return [field, ...allFields([...field.children, ...items], values)];
  });
}
