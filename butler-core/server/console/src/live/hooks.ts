import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiError } from '../api/client';
import { getJson, takePrefetched, withQuery } from '../api/client';
import { asApiError } from '../api/session';
import type { Change, Items, Keyed } from '../api/types';
import { applyChanges, rowsOf } from './rows';
import type { Rows } from './rows';
import { live } from './stream';

export type Loaded<T> =
  | { state: 'loading'; since: number }
  | { state: 'failed'; error: ApiError; retry: () => void }
  | { state: 'ready'; data: T; stale: boolean; error?: ApiError; reload: () => void };

/** How long a page waits for the stream before it lists anyway. */
const STREAM_PATIENCE_MILLIS = 150;
const COALESCE_MILLIS = 250;

export interface LiveOptions {
  topics: readonly string[];
  /** Whether a change concerns what was read. */
  concerns?: (change: Change) => boolean;
}

/** Reads a path, and reads it again when a change of its topics concerns it. A path of `undefined` reads nothing. */
export function useResource<T>(path: string | undefined, options: LiveOptions = { topics: [] }): Loaded<T> {
  const [result, setResult] = useState<Loaded<T>>({ state: 'loading', since: Date.now() });
  const concerns = useRef(options.concerns);
  concerns.current = options.concerns;
  const topics = options.topics.join(',');
  useEffect(() => {
    if (path === undefined) return undefined;
    setResult({ state: 'loading', since: Date.now() });
    return readRepeatedly<T>(path, topics ? topics.split(',') : [], (change) => concerns.current?.(change) ?? true, setResult);
  }, [path, topics]);
  return result;
}

type Publish<T> = (next: Loaded<T> | ((now: Loaded<T>) => Loaded<T>)) => void;

/** At most one request is under way; changes during it cause one more. */
function readRepeatedly<T>(path: string, topics: string[], concerns: (change: Change) => boolean, publish: Publish<T>): () => void {
  let stopped = false;
  let busy = false;
  let again = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = async (): Promise<void> => {
    clearTimeout(timer);
    if (busy) return void (again = true);
    busy = true;
    try {
      const data = await getJson<T>(path);
      if (!stopped) publish({ state: 'ready', data, stale: false, reload });
    } catch (cause) {
      if (!stopped) publish((now) => failed(now, asApiError(cause), reload));
    }
    busy = false;
    if (again && !stopped) {
      again = false;
      soon(COALESCE_MILLIS);
    }
  };
  const reload = (): void => void read();
  const soon = (delay: number): void => {
    clearTimeout(timer);
    timer = setTimeout(reload, delay);
  };
  const listener = { opened: reload, change: (change: Change) => void (concerns(change) && soon(40)) };
  const stops = topics.map((topic) => live.subscribe(topic, listener));
  const early = takePrefetched<T>(path);
  if (early) {
    // It was read before the stream was open, which then reads again.
    early.then((data) => void (stopped || publish({ state: 'ready', data, stale: false, reload })), reload);
  } else if (topics.length === 0 || topics.every((topic) => live.isOpen(topic))) reload();
  else soon(STREAM_PATIENCE_MILLIS);
  return () => {
    stopped = true;
    clearTimeout(timer);
    stops.forEach((stop) => stop());
  };
}

/** What was read before stays visible, except when the object is gone or the permission was removed. */
function failed<T>(now: Loaded<T>, error: ApiError, retry: () => void): Loaded<T> {
  if (now.state === 'ready' && error.status !== 404 && error.status !== 403) return { ...now, stale: true, error };
  return { state: 'failed', error, retry };
}

const PAGE_SIZE = 500;

export interface ListedRows<R> {
  rows: Rows<R>;
  /** False while further parts of the list are being read. */
  complete: boolean;
}

/** Lists rows of a topic, part by part, and applies the changes of the stream to them. */
export function useRows<R extends Keyed>(topic: string, path: string, namespace: string): Loaded<ListedRows<R>> {
  const [result, setResult] = useState<Loaded<ListedRows<R>>>({ state: 'loading', since: Date.now() });
  useEffect(() => {
    setResult({ state: 'loading', since: Date.now() });
    return listAndFollow<R>(topic, path, namespace, setResult);
  }, [topic, path, namespace]);
  return result;
}

function listAndFollow<R extends Keyed>(topic: string, path: string, namespace: string, publish: Publish<ListedRows<R>>): () => void {
  let listing: AbortController | undefined;
  let pending: Change[] = [];
  let duringList: Change[] = [];
  let scheduled = false;
  let stopped = false;
  const flush = (): void => {
    scheduled = false;
    const changes = pending;
    pending = [];
    if (!stopped) publish((now) => (now.state === 'ready' ? { ...now, data: { ...now.data, rows: applyChanges(now.data.rows, changes) } } : now));
  };
  const list = async (): Promise<void> => {
    clearTimeout(timer);
    listing?.abort();
    const own = (listing = new AbortController());
    duringList = [];
    try {
      await listParts<R>(path, namespace, own.signal, (rows, complete) => {
        publish((now) => (complete || now.state !== 'ready' || !now.data.complete
          ? { state: 'ready', data: { rows: applyChanges(rows, duringList), complete }, stale: false, reload }
          : now));
      });
    } catch (cause) {
      if (!own.signal.aborted) publish((now) => failed(now, asApiError(cause), reload));
    }
    if (listing === own) listing = undefined;
  };
  const reload = (): void => void list();
  const listener = {
    opened: reload,
    change: (change: Change) => {
      if (namespace && change.namespace && change.namespace !== namespace) return;
      if (listing) duringList.push(change);
      pending.push(change);
      if (!scheduled) setTimeout(flush, 30);
      scheduled = true;
    },
  };
  const stop = live.subscribe(topic, listener);
  const timer = setTimeout(reload, live.isOpen(topic) ? 0 : STREAM_PATIENCE_MILLIS);
  return () => {
    stopped = true;
    clearTimeout(timer);
    listing?.abort();
    stop();
  };
}

async function listParts<R extends Keyed>(
  path: string,
  namespace: string,
  signal: AbortSignal,
  part: (rows: Rows<R>, complete: boolean) => void,
): Promise<void> {
  const items: R[] = [];
  let token: string | undefined;
  do {
    const page: Items<R> = await getJson<Items<R>>(withQuery(path, { namespace, limit: PAGE_SIZE, continue: token }), { signal });
    items.push(...page.items);
    token = page.continue;
    if (!signal.aborted) part(rowsOf(items), !token);
  } while (token && !signal.aborted);
}
