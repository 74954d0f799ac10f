import { useMemo, useState } from 'preact/hooks';
import { sendJson, withQuery } from '../api/client';
import type { ApiError, FieldProblem } from '../api/client';
import { asApiError } from '../api/session';
import { useResource } from '../live/hooks';
import { navigate } from '../router';
import { allFields, build, fieldsOf } from '../schema/model';
import type { FormField, FormValues, JsonSchema } from '../schema/model';
import { mapProblems, normalizePath, problemText } from '../schema/problems';
import { toYaml } from '../schema/yaml';
import { Page } from '../ui/page';
import { ErrorBox, Loader } from '../ui/parts';
import { Control, Fields, controlId } from '../ui/schema-form';

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

interface Outcome {
  error?: ApiError;
  checked?: boolean;
  problems: FieldProblem[];
}

function CreateForm(props: ObjectCreateProps & { schema: JsonSchema }) {
  const spec = useMemo(() => fieldsOf(props.schema, 'spec'), [props.schema]);
  const metadata = [
    textField('metadata.name', 'Name', 'Lowercase letters, digits and hyphens.'),
    ...(props.namespace === undefined ? [] : [textField('metadata.namespace', 'Namespace', '')]),
  ];
  const [values, setValues] = useState<FormValues>({ ...(props.namespace === undefined ? {} : { 'metadata.namespace': props.namespace }), ...props.preset });
  const [busy, setBusy] = useState('');
  const [outcome, setOutcome] = useState<Outcome>({ problems: [] });
  const built = useMemo(() => build(spec, values), [spec, values]);
  const object = objectOf(props, values, built.value);
  const paths = allFields([...metadata, ...spec], values).map((field) => field.path);
  const mapped = mapProblems([...built.problems, ...outcome.problems], paths);
  const change = (next: FormValues): void => {
    // A changed field keeps no problem of its previous value.
    const unchanged = (problem: FieldProblem): boolean => (values[normalizePath(problem.path)] ?? '') === (next[normalizePath(problem.path)] ?? '');
    setOutcome((now) => ({ ...now, checked: false, problems: now.problems.filter(unchanged) }));
    setValues(next);
  };
  const context = { values, problems: mapped.byField, choices: { 'metadata.namespace': props.namespaces ?? [], ...props.choices }, change };

  const send = async (dryRun: boolean): Promise<void> => {
    if (busy) return;
    setBusy(dryRun ? 'Checking' : 'Creating');
    try {
      await sendJson('POST', withQuery(props.path, dryRun ? { dryRun: 'All' } : {}), { body: object });
      setOutcome({ problems: [], checked: dryRun });
      if (!dryRun) navigate(props.target(values['metadata.namespace'] ?? '', values['metadata.name'] ?? ''));
    } catch (cause) {
      const error = asApiError(cause);
      setOutcome({ problems: error.problems.map((problem) => ({ ...problem, path: props.fixed ? props.fixed.fieldOf(problem.path) : problem.path })), error });
      requestAnimationFrame(() => document.getElementById('problem-summary')?.focus());
    }
    setBusy('');
  };
  return (
    <form class="create" noValidate onSubmit={(event) => {
      event.preventDefault();
      void send(false);
    }}>
      <div class="create-fields">
        <Summary outcome={outcome} problems={[...built.problems, ...outcome.problems]} paths={paths} />
        {metadata.map((field) => <Control field={field} context={context} />)}
        <Fields fields={spec} context={context} />
        <div class="form-actions">
          <button type="submit" class="primary" aria-disabled={busy ? 'true' : undefined}>{busy === 'Creating' ? 'Creating…' : 'Create'}</button>
          {props.canCheck && <button type="button" aria-disabled={busy ? 'true' : undefined} onClick={() => void send(true)}>{busy === 'Checking' ? 'Checking…' : 'Check'}</button>}
          <a class="button" href={props.crumb[1]}>Cancel</a>
          <span class="soft" role="status">{outcome.checked && 'The server would accept this.'}</span>
        </div>
      </div>
      <Preview object={object} />
    </form>
  );
}

function objectOf(props: ObjectCreateProps, values: FormValues, spec: unknown): unknown {
  if (props.fixed) return props.fixed.body((values['metadata.name'] ?? '').trim(), spec as Record<string, unknown>);
  const metadata: Record<string, string> = { name: (values['metadata.name'] ?? '').trim() };
  if (props.namespace !== undefined) metadata['namespace'] = (values['metadata.namespace'] ?? '').trim();
  return { apiVersion: 'butler.butlerlabs.dev/v1alpha1', kind: props.typeName, metadata, spec };
}

/** Lists every problem of the last answer, with links to the fields. */
function Summary({ outcome, problems, paths }: { outcome: Outcome; problems: FieldProblem[]; paths: string[] }) {
  const { error } = outcome;
  if (!error || (error.problems.length > 0 && problems.length === 0)) return null;
  const known = new Set(paths);
  return (
    <div id="problem-summary" tabIndex={-1}>
      {error.problems.length === 0 ? <ErrorBox error={error} /> : (
        <div class="message bad" role="alert">
          <p class="message-title">{error.title}{error.code && <span class="code">{error.code}</span>}</p>
          <ul>
            {problems.map((problem) => {
              const field = [...mapProblems([problem], known).byField.keys()][0];
              return <li>{field ? <a href={`#${controlId(field)}`} onClick={(event) => {
                event.preventDefault();
                reveal(controlId(field));
              }}>{problem.path}</a> : problem.path && <code>{problem.path}</code>}{problem.path && ': '}{problemText(problem)}</li>;
            })}
          </ul>
          {error.hint && <p class="hint">{error.hint}</p>}
        </div>
      )}
    </div>
  );
}

function reveal(id: string): void {
  const control = document.getElementById(id);
  for (let parent = control; parent; parent = parent.parentElement) if (parent instanceof HTMLDetailsElement) parent.open = true;
  control?.scrollIntoView({ block: 'center' });
  control?.focus();
}

function Preview({ object }: { object: unknown }) {
  const [format, setFormat] = useState<'yaml' | 'json'>('yaml');
  return (
    <aside class="preview" aria-label="Preview">
      <header>
        <h2>Preview</h2>
        <label class="field inline"><span class="visually-hidden">Format</span>
          <select value={format} onChange={(event) => setFormat(event.currentTarget.value as 'yaml' | 'json')}><option value="yaml">YAML</option><option value="json">JSON</option></select>
        </label>
      </header>
      <pre class="code-block" tabIndex={0} aria-label="The object that will be sent">{format === 'yaml' ? toYaml(object) : JSON.stringify(object, null, 2)}</pre>
      <p class="soft">Fields that are not set get the defaults of the server.</p>
    </aside>
  );
}
