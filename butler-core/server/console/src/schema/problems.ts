import type { FieldProblem } from '../api/client';

/** Writes paths of validators alike: `/spec/pools/0/cidr`, `.spec.pools.0.cidr` and `$.spec.pools[0].cidr` become `spec.pools[0].cidr`. */
export function normalizePath(path: string): string {
  const dotted = path.startsWith('/') ? path.slice(1).split('/').map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~')).join('.') : path;
  return dotted
    .trim()
    .replace(/^\$?\.+/, '')
    .replace(/\[["']([^"'\]]+)["']\]/g, '.$1')
    .replace(/\.(\d+)(?=\.|\[|$)/g, '[$1]');
}

function parentOf(path: string): string {
  const cut = Math.max(path.lastIndexOf('.'), path.lastIndexOf('['));
  return cut > 0 ? path.slice(0, cut) : '';
}

export interface MappedProblems {
  /** Problems by the path of the field that shows them. */
  byField: Map<string, FieldProblem[]>;
  /** Problems that concern no field of the form. */
  other: FieldProblem[];
}

/** Assigns each problem to its field, or to the closest field or group that contains it. */
export function mapProblems(problems: readonly FieldProblem[], paths: Iterable<string>): MappedProblems {
  const known = new Set(paths);
  const mapped: MappedProblems = { byField: new Map(), other: [] };
  for (const problem of problems) {
    let path = normalizePath(problem.path);
    while (path && !known.has(path)) path = parentOf(path);
    if (!path) mapped.other.push(problem);
    else mapped.byField.set(path, [...(mapped.byField.get(path) ?? []), problem]);
  }
  return mapped;
}

/** Whether a field below this path has a problem, so that its group must be open. */
export function hasProblemWithin(byField: ReadonlyMap<string, unknown>, path: string): boolean {
  for (const key of byField.keys()) if (key === path || key.startsWith(`${path}.`) || key.startsWith(`${path}[`)) return true;
  return false;
}

export function problemText(problem: FieldProblem): string {
  return problem.fix ? `${problem.message}. ${problem.fix}`.replace(/\.\. /, '. ') : problem.message;
}
