import { Store, useStore } from './state/store';

export interface Location {
  path: string;
  query: URLSearchParams;
}

export const current = new Store<Location>(read());

function read(): Location {
  return typeof location === 'undefined'
    ? { path: '/', query: new URLSearchParams() }
    : { path: location.pathname, query: new URLSearchParams(location.search) };
}

export function navigate(to: string, options: { replace?: boolean } = {}): void {
  history[options.replace ? 'replaceState' : 'pushState'](null, '', to);
  current.set(read());
}

export function useLocation(): Location {
  return useStore(current);
}

/** Changes parameters of the current page without a new entry in the history. */
export function setQuery(changes: Record<string, string>): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  const text = query.toString();
  navigate(location.pathname + (text ? `?${text}` : ''), { replace: true });
}

/** Returns the parameters of the path if it matches a pattern such as `/clusters/:ns/:name`. */
export function match(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = path.replace(/(.)\/$/, '$1').split('/');
  if (wanted.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const value = given[i] ?? '';
    if (part.startsWith(':') && value) parameters[part.slice(1)] = decode(value);
    else if (part !== value) return undefined;
  }
  return parameters;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Only paths of this server: never another origin, also not as `//host` or with a backslash. */
export function localPath(target: string | null): string {
  return target && /^\/(?![/\\])[^\\\n\r\t]*$/.test(target) ? target : '/';
}

/** Follows links of the page without loading it again; all other clicks are left to the browser. */
export function startRouter(): void {
  window.addEventListener('popstate', () => current.set(read()));
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.('a[href]');
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return;
    const url = new URL(link.href, location.href);
    if (url.origin !== location.origin || url.pathname.startsWith('/api/') || link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    navigate(url.pathname + url.search + url.hash);
  });
}
