import { useEffect, useState } from 'preact/hooks';
import { ApiError, getJson, sendJson, withQuery } from '../api/client';
import { asApiError, loadSession } from '../api/session';
import type { LoginProviders } from '../api/types';
import { useResource } from '../live/hooks';
import { localPath, navigate, useLocation } from '../router';
import { ErrorBox, Loader } from '../ui/parts';

const REASONS = {
  none: '',
  expired: 'Your session has expired. Log in again to continue where you were.',
  loggedOut: 'You are logged out.',
};

/** Codes that the server adds to the address of this page when a login fails. */
const ERRORS: Record<string, string> = {
  access_denied: 'The identity provider denied access.',
  expired: 'The login took too long, or was started in another browser. Try again.',
  state: 'The login took too long, or was started in another browser. Try again.',
  unauthorized: 'The Kubernetes API rejected your account.',
  forbidden: 'Your account has no permissions on this platform.',
  link: 'The link was used before or has expired.',
};

export function LoginPage({ reason }: { reason: keyof typeof REASONS }) {
  const { path, query } = useLocation();
  const providers = useResource<LoginProviders>('/api/auth/providers');
  const returnTo = localPath(path === '/login' ? query.get('returnTo') : path + location.search);
  const error = query.get('error');
  useEffect(() => {
    document.title = 'Log in · Butler';
  }, []);
  return (
    <main class="login">
      <h1>Log in to Butler</h1>
      {REASONS[reason] && <p class="message compact" role="status">{REASONS[reason]}</p>}
      {error && <div class="message bad compact" role="alert"><p>{ERRORS[error] ?? `Login failed: ${error}`}</p></div>}
      <Loader what="the ways to log in" from={providers}>
        {(data) => <Ways data={data} returnTo={returnTo} />}
      </Loader>
    </main>
  );
}

function Ways({ data, returnTo }: { data: LoginProviders; returnTo: string }) {
  if (data.mode === 'loopback') {
    return <p>This console runs on your computer. To log in, run <code>butleradm console --open</code> and use the link that it prints. The link works once.</p>;
  }
  return (
    <>
      {data.providers.map((provider) => (
        <a class="button primary sso" href={withQuery('/api/auth/login/sso', { provider: provider.name, returnTo })}>
          Log in with {provider.displayName || provider.name}
        </a>
      ))}
      {data.tokenLogin && <TokenLogin returnTo={returnTo} open={data.providers.length === 0} />}
      {data.providers.length === 0 && !data.tokenLogin && (
        <p>No identity provider is configured. An administrator adds one with <code>butleradm idp add</code>.</p>
      )}
    </>
  );
}

function TokenLogin({ returnTo, open }: { returnTo: string; open: boolean }) {
  const [token, setToken] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await sendJson('POST', '/api/auth/login', { body: { token: token.trim() }, anonymous: true });
      await getJson('/api/auth/me', { anonymous: true });
      navigate(returnTo, { replace: true });
      await loadSession();
    } catch (cause) {
      setError(asApiError(cause));
      setBusy(false);
    }
  };
  return (
    <details open={open}>
      <summary>Log in with a Kubernetes token</summary>
      <form onSubmit={(event) => void submit(event)}>
        <label class="field">
          <span>Token</span>
          <input type="password" value={token} autocomplete="off" required aria-describedby="token-help" onInput={(event) => setToken(event.currentTarget.value)} />
        </label>
        <p class="soft" id="token-help">A bearer token of the management cluster, such as that of <code>kubectl create token</code>. It is kept by the server until you log out.</p>
        {error && <ErrorBox error={error} compact />}
        <button type="submit" class="primary" aria-disabled={busy ? 'true' : undefined}>{busy ? 'Logging in…' : 'Log in'}</button>
      </form>
    </details>
  );
}
