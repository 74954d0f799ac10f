import { useMemo, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { ApiError, FieldProblem } from '../api/client';
import { asApiError } from '../api/session';
import { allFields, build } from '../schema/model';
import type { FormField, FormValues } from '../schema/model';
import { mapProblems, normalizePath, problemText } from '../schema/problems';
import { toYaml } from '../schema/yaml';
import { ErrorBox } from '../ui/parts';
import { Control, Fields, controlId } from '../ui/schema-form';

export interface ManifestFormProps {
  /** Fields above those of the spec. */
  metadata: FormField[];
  spec: FormField[];
  initial: FormValues;
  choices: Record<string, string[]>;
  /** The object that is sent. */
  objectOf: (values: FormValues, spec: unknown) => unknown;
  send: (object: unknown, dryRun: boolean) => Promise<unknown>;
  onSent: (values: FormValues) => void;
  submit: 'Create' | 'Save';
  /** Whether the server can check an object without storing it. */
  canCheck?: boolean | undefined;
  cancel: string;
  /** The path of the field for the path of a problem. */
  fieldOf?: ((path: string) => string) | undefined;
  /** Loads the current version of the object and applies the values to it. */
  resolve?: (values: FormValues) => Promise<Resolved>;
  /** Shown beside the buttons. */
  note?: (values: FormValues) => ComponentChildren;
}

export interface Resolved {
  values: FormValues;
  /** What the user should check. */
  message: string;
}

interface Outcome {
  error?: ApiError;
  checked?: boolean;
  resolved?: string;
  problems: FieldProblem[];
}

const CONFLICT = 409;

/** A form of an object. Its input is kept until the server has stored the object. */
export function ManifestForm(props: ManifestFormProps) {
  const { metadata, spec } = props;
  const [values, setValues] = useState<FormValues>(props.initial);
  const [busy, setBusy] = useState('');
  const [outcome, setOutcome] = useState<Outcome>({ problems: [] });
  const built = useMemo(() => build(spec, values), [spec, values]);
  const object = props.objectOf(values, built.value);
  const paths = allFields([...metadata, ...spec], values).map((field) => field.path);
  const mapped = mapProblems([...built.problems, ...outcome.problems], paths);
  const change = (next: FormValues): void => {
    // A changed field keeps no problem of its previous value.
    const unchanged = (problem: FieldProblem): boolean => (values[normalizePath(problem.path)] ?? '') === (next[normalizePath(problem.path)] ?? '');
    setOutcome((now) => ({ ...now, checked: false, problems: now.problems.filter(unchanged) }));
    setValues(next);
  };
  const context = { values, problems: mapped.byField, choices: props.choices, change };
  const failed = (cause: unknown): void => {
    const error = asApiError(cause);
    setOutcome({ problems: error.problems.map((problem) => ({ ...problem, path: props.fieldOf ? props.fieldOf(problem.path) : problem.path })), error });
    requestAnimationFrame(() => document.getElementById('problem-summary')?.focus());
  };

  const send = async (dryRun: boolean): Promise<void> => {
    if (busy) return;
    setBusy(dryRun ? 'check' : 'submit');
    try {
      await props.send(object, dryRun);
      setOutcome({ problems: [], checked: dryRun });
      if (!dryRun) props.onSent(values);
    } catch (cause) {
      failed(cause);
    }
    setBusy('');
  };
  const resolve = async (): Promise<void> => {
    if (busy || !props.resolve) return;
    setBusy('resolve');
    try {
      const resolved = await props.resolve(values);
      setValues(resolved.values);
      setOutcome({ problems: [], resolved: resolved.message });
      requestAnimationFrame(() => document.getElementById('problem-summary')?.focus());
    } catch (cause) {
      failed(cause);
    }
    setBusy('');
  };
  const disabled = busy ? ('true' as const) : undefined;
  const submitting = props.submit === 'Create' ? 'Creating…' : 'Saving…';
  return (
    <form class="create" noValidate onSubmit={(event) => {
      event.preventDefault();
      void send(false);
    }}>
      <div class="create-fields">
        <Summary outcome={outcome} problems={[...built.problems, ...outcome.problems]} paths={paths}
          onResolve={props.resolve && outcome.error?.status === CONFLICT ? () => void resolve() : undefined} />
        {metadata.map((field) => <Control field={field} context={context} />)}
        <Fields fields={spec} context={context} />
        <div class="form-actions">
          <button type="submit" class="primary" aria-disabled={disabled}>{busy === 'submit' ? submitting : props.submit}</button>
          {props.canCheck && <button type="button" aria-disabled={disabled} onClick={() => void send(true)}>{busy === 'check' ? 'Checking…' : 'Check'}</button>}
          <a class="button" href={props.cancel}>Cancel</a>
          <span class="soft" role="status">{outcome.checked ? 'The server would accept this.' : props.note?.(values)}</span>
        </div>
      </div>
      <Preview object={object} />
    </form>
  );
}

/** Lists every problem of the last answer, with links to the fields. */
function Summary({ outcome, problems, paths, onResolve }: { outcome: Outcome; problems: FieldProblem[]; paths: string[]; onResolve: (() => void) | undefined }) {
  const { error } = outcome;
  if (outcome.resolved) return <div id="problem-summary" tabIndex={-1}><p class="message compact" role="status">{outcome.resolved}</p></div>;
  if (!error || (error.problems.length > 0 && problems.length === 0)) return null;
  const known = new Set(paths);
  return (
    <div id="problem-summary" tabIndex={-1}>
      {error.problems.length === 0 ? (
        <>
          <ErrorBox error={error} />
          {onResolve && <p><button type="button" onClick={onResolve}>Load the current version and keep my changes</button></p>}
        </>
      ) : (
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
