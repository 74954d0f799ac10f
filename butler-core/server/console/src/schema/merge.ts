import type { FormValues } from './model';

export interface Merged {
  values: FormValues;
  /** Paths that both sides changed, with the text of the other side; the own text is kept. */
  contested: Map<string, string>;
}

const text = (values: FormValues, path: string): string => (values[path] ?? '').trim();

/** Paths whose text differs. */
export function changedPaths(before: FormValues, after: FormValues): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((path) => text(before, path) !== text(after, path)).sort();
}

/** Applies the own changes since a common version to the version of another user. */
export function mergeValues(base: FormValues, own: FormValues, other: FormValues): Merged {
  const values: Record<string, string> = { ...other };
  const contested = new Map<string, string>();
  for (const path of changedPaths(base, own)) {
    if (text(base, path) !== text(other, path) && text(own, path) !== text(other, path)) contested.set(path, text(other, path));
    if (own[path] === undefined) delete values[path];
    else values[path] = own[path];
  }
  return { values, contested };
}
