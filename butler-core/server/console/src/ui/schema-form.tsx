import { useEffect, useId, useRef } from 'preact/hooks';
import type { FieldProblem } from '../api/client';
import { addItem, itemCount, itemFields, removeItem } from '../schema/model';
import type { FormField, FormValues } from '../schema/model';
import { hasProblemWithin, problemText } from '../schema/problems';
import { Icon } from './icons';

export interface FormContext {
  values: FormValues;
  problems: ReadonlyMap<string, FieldProblem[]>;
  /** Choices for fields whose schema has none, by path. */
  choices: Record<string, string[]>;
  change: (next: FormValues) => void;
}

/** The id of the control of a field, for links from the summary of problems. */
export function controlId(path: string): string {
  return `field-${path.replace(/[^\w-]+/g, '-')}`;
}

export function Fields({ fields, context }: { fields: readonly FormField[]; context: FormContext }) {
  return <>{fields.map((field) => <Field key={field.path} field={field} context={context} />)}</>;
}

function Field({ field, context }: { field: FormField; context: FormContext }) {
  if (field.kind === 'group') return <Group field={field} context={context} />;
  return field.kind === 'items' ? <ItemList field={field} context={context} /> : <Control field={field} context={context} />;
}

/** Required groups are always open; others are opened by the user, or when a field in them has a value or a problem. */
function Group({ field, context }: { field: FormField; context: FormContext }) {
  const problem = hasProblemWithin(context.problems, field.path);
  const box = useRef<HTMLDetailsElement>(null);
  const hasValue = Object.entries(context.values).some(([path, text]) => text !== '' && path.startsWith(`${field.path}.`));
  // The user may close the group at any time, so that its state is not a property that is rendered.
  useEffect(() => {
    if (box.current && (problem || hasValue)) box.current.open = true;
  }, [problem]);
  const content = (
    <>
      {field.description && <p class="soft">{field.description}</p>}
      <Messages path={field.path} context={context} id={`${controlId(field.path)}-problem`} />
      <Fields fields={field.children} context={context} />
    </>
  );
  if (field.required) return <fieldset id={controlId(field.path)}><legend>{field.title}</legend>{content}</fieldset>;
  return (
    <details class="group" id={controlId(field.path)} ref={box}>
      <summary>{field.title}{problem && <span class="problem"> has a problem</span>}</summary>
      <div role="group" aria-label={field.title}>{content}</div>
    </details>
  );
}

function ItemList({ field, context }: { field: FormField; context: FormContext }) {
  const items = itemCount(context.values, field.path);
  return (
    <fieldset id={controlId(field.path)}>
      <legend>{field.title}</legend>
      {field.description && <p class="soft">{field.description}</p>}
      <Messages path={field.path} context={context} id={`${controlId(field.path)}-problem`} />
      {Array.from({ length: items }, (_, i) => (
        <div class="item" role="group" aria-label={`${field.title} ${i + 1}`}>
          <Fields fields={itemFields(field, i)} context={context} />
          <button type="button" aria-label={`Remove ${field.title} ${i + 1}`} onClick={() => context.change(removeItem(context.values, field.path, i))}>Remove</button>
        </div>
      ))}
      <button type="button" onClick={() => context.change(addItem(context.values, field.path))}><Icon name="plus" />Add<span class="visually-hidden"> to {field.title}</span></button>
    </fieldset>
  );
}

function Messages({ path, context, id }: { path: string; context: FormContext; id: string }) {
  const problems = context.problems.get(path);
  return problems ? <p class="problem" id={id}>{problems.map((problem) => <span class="block">{problemText(problem)}</span>)}</p> : null;
}

export function Control({ field, context }: { field: FormField; context: FormContext }) {
  const id = controlId(field.path);
  const help = useId();
  const invalid = context.problems.has(field.path);
  const value = context.values[field.path] ?? '';
  const change = (text: string): void => context.change({ ...context.values, [field.path]: text });
  const described = [field.description && help, invalid && `${id}-problem`].filter(Boolean).join(' ');
  const shared = {
    id,
    value,
    'aria-describedby': described || undefined,
    'aria-invalid': invalid ? ('true' as const) : undefined,
    'aria-required': field.required ? ('true' as const) : undefined,
  };
  return (
    <div class="field">
      <label for={id}>{field.title}{field.required && <span class="required"> (required)</span>}</label>
      <Input field={field} shared={shared} choices={context.choices[field.path]} change={change} />
      {field.description && <p class="help" id={help}>{field.description}</p>}
      <Messages path={field.path} context={context} id={`${id}-problem`} />
    </div>
  );
}

interface Shared {
  id: string;
  value: string;
  'aria-describedby': string | undefined;
  'aria-invalid': 'true' | undefined;
  'aria-required': 'true' | undefined;
}

function Input({ field, shared, choices, change }: { field: FormField; shared: Shared; choices: string[] | undefined; change: (text: string) => void }) {
  const onInput = (event: { currentTarget: { value: string } }): void => change(event.currentTarget.value);
  const options = field.kind === 'boolean' ? ['true', 'false'] : field.kind === 'choice' ? field.options : undefined;
  if (options) {
    return (
      <select {...shared} onChange={onInput}>
        <option value="">{field.preset ? `Default: ${field.preset}` : field.required ? 'Choose' : 'Not set'}</option>
        {options.map((option) => <option value={option}>{option}</option>)}
      </select>
    );
  }
  if (field.kind === 'lines') return <textarea {...shared} rows={2} spellcheck={false} placeholder="one per line" onInput={onInput} />;
  if (field.kind === 'json') return <textarea {...shared} rows={3} class="mono" spellcheck={false} placeholder="{}" onInput={onInput} />;
  const numeric = field.kind === 'integer' || field.kind === 'number';
  const list = choices && choices.length > 0 ? `${shared.id}-choices` : undefined;
  return (
    <>
      <input {...shared} type="text" inputMode={numeric ? 'numeric' : undefined} list={list} autocomplete="off" spellcheck={false}
        placeholder={field.preset ? `default: ${field.preset}` : undefined} onInput={onInput} />
      {list && <datalist id={list}>{choices!.map((choice) => <option value={choice} />)}</datalist>}
    </>
  );
}
