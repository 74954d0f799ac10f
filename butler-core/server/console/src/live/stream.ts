import { sessionEnded, getJson, withQuery, ApiError } from '../api/client';
import { setExpiry } from '../api/session';
import type { Change } from '../api/types';
import { Store } from '../state/store';

export type LiveState =
  | { status: 'idle' }
  | { status: 'connecting' }
  | { status: 'open'; missing: string[] }
  | { status: 'lost'; since: number; retryAt: number; attempt: number };

export interface Listener {
  change(change: Change): void;
  /** The stream is open: list now, because changes before this call are unknown. */
  opened(): void;
}

/** Pause before the next connection: doubled each time up to 30 s, with some randomness so that browsers do not return at once. */
export function retryDelay(attempt: number, random: number): number {
  const base = Math.min(30_000, 1_000 * 2 ** Math.min(attempt, 10));
  return Math.round(base * (0.75 + random / 2));
}

const HIDDEN_MILLIS = 30_000;

/** One stream of changes for this browser tab, with the topics of the pages that were visited. */
export class LiveStream {
  readonly state = new Store<LiveState>({ status: 'idle' });
  readonly watchProblem = new Store<string>('');
  private readonly listeners = new Map<string, Set<Listener>>();
  private topics: string[] = [];
  private namespace = '';
  private source: EventSource | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  private attempt = 0;
  private lostSince = 0;

  subscribe(topic: string, listener: Listener): () => void {
    const set = this.listeners.get(topic) ?? new Set();
    this.listeners.set(topic, set.add(listener));
    if (!this.topics.includes(topic)) {
      this.topics = [...this.topics, topic];
      this.schedule(0);
    }
    return () => void set.delete(listener);
  }

  isOpen(topic: string): boolean {
    return this.state.value.status === 'open' && this.source !== undefined && this.topics.includes(topic);
  }

  select(namespace: string): void {
    if (namespace === this.namespace) return;
    this.namespace = namespace;
    if (this.topics.length > 0) this.schedule(0);
  }

  retryNow(): void {
    this.schedule(0);
  }

  stop(): void {
    this.close();
    this.topics = [];
    this.attempt = 0;
    this.lostSince = 0;
    this.state.set({ status: 'idle' });
  }

  /** Hidden tabs close their stream after a while, because browsers permit few connections to a server. */
  visibilityChanged(hidden: boolean): void {
    clearTimeout(this.hiddenTimer);
    if (hidden) this.hiddenTimer = setTimeout(() => this.pause(), HIDDEN_MILLIS);
    else if (this.state.value.status === 'idle' && this.topics.length > 0) this.schedule(0);
  }

  private pause(): void {
    this.close();
    this.state.set({ status: 'idle' });
  }

  private close(): void {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = undefined;
  }

  private schedule(delay: number): void {
    this.close();
    if (this.state.value.status !== 'lost') this.state.set({ status: 'connecting' });
    this.timer = setTimeout(() => this.connect(), delay);
  }

  private connect(): void {
    this.topics = this.topics.filter((topic) => (this.listeners.get(topic)?.size ?? 0) > 0);
    if (this.topics.length === 0) return this.pause();
    const source = new EventSource(withQuery('/api/stream', { topics: this.topics.join(','), namespace: this.namespace }));
    this.source = source;
    source.addEventListener('hello', (event) => this.hello(source, event));
    source.addEventListener('change', (event) => this.changed(event));
    source.addEventListener('problem', (event) => this.watchProblem.set(problemText((event as MessageEvent<string>).data)));
    source.addEventListener('session', (event) => this.sessionChanged(event));
    source.onerror = () => void (this.source === source && this.lost());
  }

  private hello(source: EventSource, event: Event): void {
    if (this.source !== source) return;
    const served = parse<{ topics?: string[] }>(event)?.topics ?? this.topics;
    this.attempt = 0;
    this.lostSince = 0;
    this.watchProblem.set('');
    this.state.set({ status: 'open', missing: this.topics.filter((topic) => !served.includes(topic)) });
    for (const topic of this.topics) for (const listener of [...(this.listeners.get(topic) ?? [])]) listener.opened();
  }

  private changed(event: Event): void {
    const change = parse<Change>(event);
    if (!change) return;
    this.watchProblem.set('');
    for (const listener of [...(this.listeners.get(change.topic) ?? [])]) {
      if (change.type === 'RESYNC') listener.opened();
      else listener.change(change);
    }
  }

  private sessionChanged(event: Event): void {
    const expiresAt = parse<{ expiresAt?: string }>(event)?.expiresAt;
    if (expiresAt) setExpiry(expiresAt);
  }

  private lost(): void {
    this.close();
    const now = Date.now();
    this.lostSince ||= now;
    const delay = retryDelay(this.attempt++, Math.random());
    this.state.set({ status: 'lost', since: this.lostSince, retryAt: now + delay, attempt: this.attempt });
    void this.checkSession();
    this.schedule(delay);
  }

  /** An EventSource does not tell a lost connection from a session that has ended; a request does. */
  private async checkSession(): Promise<void> {
    try {
      await getJson('/api/auth/me', { anonymous: true });
    } catch (cause) {
      if (cause instanceof ApiError && cause.status === 401) sessionEnded.set(true);
    }
  }
}

function parse<T>(event: Event): T | undefined {
  try {
    return JSON.parse((event as MessageEvent<string>).data) as T;
  } catch {
    return undefined;
  }
}

function problemText(data: string): string {
  try {
    const value = JSON.parse(data) as Record<string, unknown>;
    return [value['detail'] ?? value['message'] ?? value['title'], value['hint']].filter(Boolean).join(' ') || data;
  } catch {
    return data;
  }
}

export const live = new LiveStream();
