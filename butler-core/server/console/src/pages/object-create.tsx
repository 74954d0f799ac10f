import { useMemo } from 'preact/hooks';
import { sendJson, withQuery } from '../api/client';
import { useResource } from '../live/hooks';
import { navigate } from '../router';
import { fieldsOf } from '../schema/model';
import type { FormField, FormValues, JsonSchema } from '../schema/model';
import { Page } from '../ui/page';
import { Loader } from '../ui/parts';
import { ManifestForm } from './manifest-form';

export interface ObjectCreateProps {
  /** Plural name of the resource type. */
  kind: string;
  typeName: string;
  title: string;
  crumb: [string, string];
  path: string;
  /** Suggested namespace; resource types without a namespace have none. */
  namespace?: string;
  namespaces?: string[];
  choices?: Record<string, string[]>;
  preset?: FormValues;
  /** Instead of a manifest with the schema of the resource type. */
  fixed?: FixedRequest;
  /** Whether the server can check an object without creating it. */
  canCheck?: boolean;
  /** The page to show after the object was created. */
  target: (namespace: string, name: string) => string;
}

/** A request of a form that is known, with its fields below `spec`. */
export interface FixedRequest {
  schema: JsonSchema;
  body: (name: string, spec: Record<string, unknown>) => unknown;
  /** The path of the field for the path of a problem. */
  fieldOf: (path: string) => string;
}

interface SchemaAnswer {
  schema: JsonSchema;
}

/** Creates an object with a form that is generated from the schema of its resource type. */
export function ObjectCreate(props: ObjectCreateProps) {
  const schema = useResource<SchemaAnswer>(props.fixed ? undefined : `/api/schemas/${props.kind}`);
  if (props.fixed) return <Page title={props.title} crumbs={[props.crumb]}><CreateForm {...props} schema={props.fixed.schema} /></Page>;
  return (
    <Page title={props.title} crumbs={[props.crumb]}>
      <Loader what={`the fields of ${props.typeName}`} from={schema}>{(data) => <CreateForm {...props} schema={data.schema} />}</Loader>
    </Page>
  );
}

function textField(path: string, title: string, description: string): FormField {
  return { path, name: path.split('.').at(-1)!, title, kind: 'text', description, required: true, preset: '', options: [], intOrString: false, children: [] };
}

function CreateForm(props: ObjectCreateProps & { schema: JsonSchema }) {
  const spec = useMemo(() => fieldsOf(props.schema, 'spec'), [props.schema]);
  const metadata = [
    textField('metadata.name', 'Name', 'Lowercase letters, digits and hyphens.'),
    ...(props.namespace === undefined ? [] : [textField('metadata.namespace', 'Namespace', '')]),
  ];
  return (
    <ManifestForm metadata={metadata} spec={spec} submit="Create" canCheck={props.canCheck} cancel={props.crumb[1]} fieldOf={props.fixed?.fieldOf}
      initial={{ ...(props.namespace === undefined ? {} : { 'metadata.namespace': props.namespace }), ...props.preset }}
      choices={{ 'metadata.namespace': props.namespaces ?? [], ...props.choices }}
      objectOf={(values, value) => objectOf(props, values, value)}
      send={(object, dryRun) => sendJson('POST', withQuery(props.path, dryRun ? { dryRun: 'All' } : {}), { body: object })}
      onSent={(values) => navigate(props.target(values['metadata.namespace'] ?? '', values['metadata.name'] ?? ''))} />
  );
}

function objectOf(props: ObjectCreateProps, values: FormValues, spec: unknown): unknown {
  if (props.fixed) return props.fixed.body((values['metadata.name'] ?? '').trim(), spec as Record<string, unknown>);
  const metadata: Record<string, string> = { name: (values['metadata.name'] ?? '').trim() };
  if (props.namespace !== undefined) metadata['namespace'] = (values['metadata.namespace'] ?? '').trim();
  return { apiVersion: 'butler.butlerlabs.dev/v1alpha1', kind: props.typeName, metadata, spec };
}
