import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionEnded } from '../api/client';
import type { Change } from '../api/types';
import { LiveStream } from './stream';

/** Stands for the browser's EventSource, which Node.js does not have. */
class RecordedSource extends EventTarget {
  static all: RecordedSource[] = [];
  onerror: (() => void) | null = null;
  closed = false;

  constructor(readonly url: string) {
    super();
    RecordedSource.all.push(this);
  }

  close(): void {
    this.closed = true;
  }

  send(event: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }));
  }
}

const latest = (): RecordedSource => RecordedSource.all.at(-1)!;

function listener() {
  const seen: string[] = [];
  return { seen, opened: () => void seen.push('opened'), change: (change: Change) => void seen.push(`${change.type} ${change.name}`) };
}

beforeEach(() => {
  vi.useFakeTimers();
  RecordedSource.all = [];
  sessionEnded.set(false);
  vi.stubGlobal('EventSource', RecordedSource);
  vi.stubGlobal('location', { host: 'localhost' });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('topics of one page share a connection; each listener lists when it is open', () => {
  const stream = new LiveStream();
  const [clusters, teams] = [listener(), listener()];
  stream.subscribe('clusters', clusters);
  stream.subscribe('teams', teams);
  vi.advanceTimersByTime(1);
  expect(RecordedSource.all.map((source) => source.url)).toEqual(['/api/stream?topics=clusters%2Cteams']);
  latest().send('hello', { topics: ['clusters'] });
  latest().send('change', { topic: 'clusters', type: 'ADDED', name: 'web' });
  expect(clusters.seen).toEqual(['opened', 'ADDED web']);
  expect(teams.seen).toEqual(['opened']);
  expect(stream.state.value).toEqual({ status: 'open', missing: ['teams'] });
});

test('RESYNC lists again', () => {
  const stream = new LiveStream();
  const clusters = listener();
  stream.subscribe('clusters', clusters);
  vi.advanceTimersByTime(1);
  latest().send('hello', {});
  latest().send('change', { topic: 'clusters', type: 'RESYNC' });
  expect(clusters.seen).toEqual(['opened', 'opened']);
});

test('a lost connection is opened again after a pause, and listed again', () => {
  const stream = new LiveStream();
  const clusters = listener();
  stream.subscribe('clusters', clusters);
  vi.advanceTimersByTime(1);
  latest().send('hello', {});
  latest().onerror!();
  expect(stream.state.value.status).toBe('lost');
  expect(RecordedSource.all).toHaveLength(1);
  vi.advanceTimersByTime(1_300);
  expect(RecordedSource.all).toHaveLength(2);
  expect(stream.state.value.status).toBe('lost');
  latest().send('hello', {});
  expect(stream.state.value.status).toBe('open');
  expect(clusters.seen).toEqual(['opened', 'opened']);
});

test('a session that has ended is not mistaken for a lost connection', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 401 })));
  const stream = new LiveStream();
  stream.subscribe('clusters', listener());
  vi.advanceTimersByTime(1);
  latest().onerror!();
  await vi.advanceTimersByTimeAsync(1);
  expect(sessionEnded.value).toBe(true);
});

test('a hidden tab closes its connection after 30 s and lists again when it is shown', () => {
  const stream = new LiveStream();
  const clusters = listener();
  stream.subscribe('clusters', clusters);
  vi.advanceTimersByTime(1);
  latest().send('hello', {});
  stream.visibilityChanged(true);
  vi.advanceTimersByTime(29_000);
  expect(latest().closed).toBe(false);
  vi.advanceTimersByTime(1_001);
  expect(latest().closed).toBe(true);
  stream.visibilityChanged(false);
  vi.advanceTimersByTime(1);
  latest().send('hello', {});
  expect(clusters.seen).toEqual(['opened', 'opened']);
});

test('a page that was left no longer causes a watch after the next connection', () => {
  const stream = new LiveStream();
  const stop = stream.subscribe('clusters', listener());
  stream.subscribe('teams', listener());
  vi.advanceTimersByTime(1);
  stop();
  stream.select('payments');
  vi.advanceTimersByTime(1);
  expect(latest().url).toBe('/api/stream?topics=teams&namespace=payments');
});
