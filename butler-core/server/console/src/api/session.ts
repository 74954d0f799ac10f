import { Store } from '../state/store';
import { ApiError, getJson, sendJson, sessionEnded, setCsrfToken, withQuery } from './client';
import type { Me, Permissions } from './types';

export interface Namespaces {
  all: boolean;
  items: string[];
}

export type Session =
  | { state: 'unknown' }
  | { state: 'anonymous'; reason: 'none' | 'expired' | 'loggedOut' }
  | { state: 'failed'; error: ApiError }
  | { state: 'active'; me: Me; namespaces: Namespaces };

export const session = new Store<Session>({ state: 'unknown' });

/** The namespace that pages show; empty for all namespaces. */
export const namespace = new Store<string>('');

/** Empty until the permissions were read. */
export const permissions = new Store<Permissions>({ can: {} });

const NAMESPACE_KEY = 'butler.namespace';

/** Reads who is logged in and what this user may do. */
export async function loadSession(): Promise<void> {
  try {
    const stored = localStorage.getItem(NAMESPACE_KEY) ?? '';
    const [me, namespaces] = await Promise.all([getJson<Me>('/api/auth/me', { anonymous: true }), readNamespaces()]);
    setCsrfToken(me.csrfToken);
    namespace.set(chooseNamespace(namespaces, stored));
    sessionEnded.set(false);
    permissions.set({ can: {} });
    session.set({ state: 'active', me, namespaces });
    // Pages read their data meanwhile; buttons appear when they are known to be permitted.
    permissions.set(await readPermissions(namespace.value));
  } catch (cause) {
    const error = asApiError(cause);
    session.set(error.status === 401 ? { state: 'anonymous', reason: 'none' } : { state: 'failed', error });
  }
}

/** Users without permission on all namespaces start in their first one. */
export function chooseNamespace(namespaces: Namespaces, stored: string): string {
  if (stored && namespaces.items.includes(stored)) return stored;
  return namespaces.all ? '' : (namespaces.items[0] ?? '');
}

async function readNamespaces(): Promise<Namespaces> {
  const answer = await getJson<Partial<Namespaces>>('/api/namespaces', { anonymous: true });
  return { all: answer.all ?? false, items: [...(answer.items ?? [])].sort() };
}

export function readPermissions(name: string): Promise<Permissions> {
  return getJson<Permissions>(withQuery('/api/auth/permissions', { namespace: name }), { anonymous: true });
}

export async function selectNamespace(name: string): Promise<void> {
  localStorage.setItem(NAMESPACE_KEY, name);
  const next = await readPermissions(name);
  permissions.set(next);
  namespace.set(name);
}

export async function logOut(): Promise<void> {
  try {
    await sendJson('POST', '/api/auth/logout');
  } finally {
    session.set({ state: 'anonymous', reason: 'loggedOut' });
  }
}

export async function extendSession(): Promise<void> {
  await sendJson('POST', '/api/auth/refresh');
  const me = await getJson<Me>('/api/auth/me');
  setCsrfToken(me.csrfToken);
  session.update((now) => (now.state === 'active' ? { ...now, me } : now));
}

export function setExpiry(expiresAt: string): void {
  session.update((now) => (now.state === 'active' ? { ...now, me: { ...now.me, expiresAt } } : now));
}

export function asApiError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  const detail = cause instanceof Error ? cause.message : String(cause);
  return new ApiError(-1, 'The console failed', detail, 'Load the page again. If it fails again, report the message.', [], '');
}

sessionEnded.subscribe(() => {
  if (sessionEnded.value && session.value.state === 'active') session.set({ state: 'anonymous', reason: 'expired' });
});
