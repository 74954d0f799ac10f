import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiError } from '../api/client';
import { asApiError } from '../api/session';
import { ErrorBox } from './parts';

/**
 * A modal dialog with a form. The native element keeps the focus inside, closes on Escape and returns the focus to the button
 * that opened it.
 */
export function FormDialog({ title, submit, danger, disabled, onSubmit, onClose, children }: {
  title: string;
  submit: string;
  danger?: boolean;
  disabled?: boolean;
  onSubmit: () => Promise<unknown>;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    return () => opener?.focus?.();
  }, []);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (busy || disabled) return;
    setBusy(true);
    setError(undefined);
    try {
      await onSubmit();
      onClose();
    } catch (cause) {
      setError(asApiError(cause));
      setBusy(false);
    }
  };
  return (
    <dialog ref={dialog} aria-labelledby="dialog-title" onClose={onClose}>
      <form method="dialog" onSubmit={(event) => void send(event)} noValidate>
        <h2 id="dialog-title">{title}</h2>
        {children}
        {error && <ErrorBox error={error} compact />}
        <div class="dialog-actions">
          <button type="button" onClick={() => dialog.current?.close()}>Cancel</button>
          <button type="submit" class={danger ? 'danger' : 'primary'} aria-disabled={busy || disabled ? 'true' : undefined}>
            {busy ? 'Sending…' : submit}
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** Asks for the name of an object before it is deleted. */
export function DeleteDialog({ kind, name, children, onDelete, onClose }: {
  kind: string;
  name: string;
  children?: ComponentChildren;
  onDelete: () => Promise<unknown>;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState('');
  return (
    <FormDialog title={`Delete ${kind} ${name}`} submit="Delete" danger disabled={typed !== name} onSubmit={onDelete} onClose={onClose}>
      {children}
      <label class="field">
        <span>Type <strong class="mono">{name}</strong> to confirm</span>
        <input type="text" value={typed} autocomplete="off" spellcheck={false} onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
    </FormDialog>
  );
}
