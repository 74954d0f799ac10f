import { Store } from '../state/store';

export interface FieldProblem {
  path: string;
  message: string;
  fix?: string;
}

/** A request that failed: the problem document of the server, or status 0 if there was no answer. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    readonly detail: string,
    readonly hint: string,
    readonly problems: FieldProblem[],
    readonly code: string,
  ) {
    super(detail || title);
  }
}

/** Set when the server reports that there is no session any more. */
export const sessionEnded = new Store(false);

/** When the server answered a request last; every request extends the session. */
export const lastAnswer = new Store(0);

let csrfToken = '';

export function setCsrfToken(token: string): void {
  csrfToken = token;
}

export interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** A 401 is an answer like any other: used before and during login. */
  anonymous?: boolean;
}

export async function request(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
  const response = await send(method, path, options);
  if (response.ok) {
    lastAnswer.set(Date.now());
    return response;
  }
  if (response.status === 401 && !options.anonymous) sessionEnded.set(true);
  throw await errorOf(response);
}

export async function getJson<T>(path: string, options: RequestOptions = {}): Promise<T> {
  return (await (await request('GET', path, options)).json()) as T;
}

const prefetched = new Map<string, Promise<unknown>>();

/** Starts to read a path before the page that shows it exists. A failure has no effect: the page reads the path again. */
export function prefetch(path: string): void {
  const answer = getJson(path, { anonymous: true });
  answer.catch(() => prefetched.delete(path));
  prefetched.set(path, answer);
}

/** Returns what was started by `prefetch`, once. */
export function takePrefetched<T>(path: string): Promise<T> | undefined {
  const answer = prefetched.get(path);
  prefetched.delete(path);
  return answer as Promise<T> | undefined;
}

export async function sendJson<T>(method: string, path: string, options: RequestOptions = {}): Promise<T | undefined> {
  const text = await (await request(method, path, options)).text();
  return text ? (JSON.parse(text) as T) : undefined;
}

/** Deletes an object. The server requires its name, so that no other object is deleted by mistake. */
export function deleteObject(path: string, name: string): Promise<unknown> {
  return sendJson('DELETE', path, { headers: { 'X-Butler-Confirm': name } });
}

/** Escapes one segment of a path. */
export function seg(text: string): string {
  return encodeURIComponent(text);
}

/** Appends the parameters that have a value. */
export function withQuery(path: string, query: Record<string, string | number | undefined | null>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

async function send(method: string, path: string, options: RequestOptions): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json, application/problem+json', ...options.headers };
  const init: RequestInit = { method, headers, credentials: 'same-origin', redirect: 'error' };
  if (method !== 'GET') headers['X-Butler-CSRF'] = csrfToken;
  if (options.signal) init.signal = options.signal;
  if (options.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(options.body);
  }
  try {
    return await fetch(path, init);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiError(0, 'The console server does not answer', `cannot connect to ${location.host}`,
      'Check that the server is running and that this computer is connected to it, then try again.', [], '');
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  let body: Record<string, unknown> = {};
  try {
    body = (await response.json()) as Record<string, unknown>;
  } catch {
    // An answer of a proxy is not a problem document; the status has to do.
  }
  const text = (name: string): string => (typeof body[name] === 'string' ? (body[name] as string) : '');
  return new ApiError(response.status, text('title') || titleOf(response.status), text('detail'),
    text('hint') || hintOf(response), problemsOf(body['problems']), text('code'));
}

export function problemsOf(value: unknown): FieldProblem[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { path, message, fix } = entry as Record<string, unknown>;
    const problem: FieldProblem = { path: String(path ?? ''), message: String(message ?? '') };
    if (fix) problem.fix = String(fix);
    return [problem];
  });
}

const TITLES: Record<number, string> = {
  400: 'The request is malformed',
  401: 'Your session has ended',
  403: 'You do not have permission to do this',
  404: 'Not found',
  409: 'The object was changed or exists already',
  413: 'The request is too large',
  422: 'The specification is not valid',
  429: 'Too many requests',
  502: 'The Kubernetes API does not answer',
  503: 'The server is not ready',
  504: 'The Kubernetes API did not answer in time',
};

function titleOf(status: number): string {
  return TITLES[status] ?? `The server answered with status ${status}`;
}

function hintOf(response: Response): string {
  if (response.status === 429) {
    const seconds = response.headers.get('Retry-After');
    return seconds ? `Try again in ${seconds} s.` : 'Try again in a moment.';
  }
  if (response.status === 403) return 'Ask a platform administrator for the permission.';
  return '';
}
