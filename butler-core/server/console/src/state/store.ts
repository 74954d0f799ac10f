import { useEffect, useState } from 'preact/hooks';

/** Holds a value and notifies listeners when it is replaced. */
export class Store<T> {
  private readonly listeners = new Set<() => void>();

  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }

  set(next: T): void {
    if (Object.is(next, this.current)) return;
    this.current = next;
    for (const listener of [...this.listeners]) listener();
  }

  update(change: (value: T) => T): void {
    this.set(change(this.current));
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}

/** Renders the component again whenever the value of the store is replaced. */
export function useStore<T>(store: Store<T>): T {
  const [, render] = useState(0);
  const shown = store.value;
  useEffect(() => {
    const stop = store.subscribe(() => render((n) => n + 1));
    // Effects run after the next frame; the value may have been replaced since it was rendered.
    if (!Object.is(shown, store.value)) render((n) => n + 1);
    return stop;
  }, [store]);
  return shown;
}
