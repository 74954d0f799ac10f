import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { lastAnswer } from './api/client';
import { extendSession, logOut, namespace, permissions, selectNamespace, session } from './api/session';
import type { Session } from './api/session';
import { clock, duration, millisOf } from './format/time';
import { live } from './live/stream';
import { useLocation } from './router';
import { useStore } from './state/store';
import { Icon } from './ui/icons';
import type { IconName } from './ui/icons';
import { ThemeSwitch } from './ui/theme';

/** The entries of the navigation. An entry with permissions is shown if the user has one of them. */
const ENTRIES: readonly [path: string, title: string, icon: IconName, needs: string[]][] = [
  ['/', 'Overview', 'overview', []],
  ['/clusters', 'Tenant clusters', 'clusters', ['clusters.list']],
  ['/addons', 'Addons', 'addons', ['managementAddons.list', 'addons.list', 'catalog.list']],
  ['/networks', 'Address pools', 'networks', ['networks.list']],
  ['/teams', 'Teams', 'teams', ['teams.list']],
  ['/providers', 'Providers', 'providers', ['providers.list']],
  ['/runs', 'Runs', 'runs', ['runs.list']],
  ['/certificates', 'Certificates', 'certificates', ['certificates.list']],
  ['/audit', 'Audit', 'audit', ['audit.read']],
];

export function Shell({ children }: { children: ComponentChildren }) {
  const { path } = useLocation();
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  return (
    <div class="shell">
      <a class="skip" href="#content" onClick={(event) => {
        event.preventDefault();
        document.getElementById('content')?.focus();
      }}>Skip to content</a>
      <header class="top">
        <button type="button" class="menu-button" aria-expanded={open} aria-controls="menu" onClick={() => setOpen(!open)}>
          <Icon name={open ? 'close' : 'menu'} /><span class="visually-hidden">Menu</span>
        </button>
        <a class="brand" href="/"><Logo />Butler</a>
        <ClusterName />
      </header>
      <div id="menu" class={open ? 'side open' : 'side'}>
        <Navigation path={path} />
        <Account />
      </div>
      <div class="stage">
        <Banners />
        <main id="content" tabIndex={-1}>{children}</main>
      </div>
    </div>
  );
}

function Logo() {
  return (
    <svg class="logo" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d="M16 15.2 5.5 9.6v12.8L16 16.8l10.5 5.6V9.6z" /><circle cx="16" cy="16" r="2.6" />
    </svg>
  );
}

type Active = Extract<Session, { state: 'active' }>;

function useActive(): Active | undefined {
  const state = useStore(session);
  return state.state === 'active' ? state : undefined;
}

function ClusterName() {
  const me = useActive()?.me;
  if (!me?.cluster) return null;
  return (
    <span class="cluster-name" title={me.cluster.server}>
      {me.cluster.name ?? me.cluster.server}
      {me.rehearsal && <span class="badge warn">Rehearsal</span>}
    </span>
  );
}

function Navigation({ path }: { path: string }) {
  const { can } = useStore(permissions);
  return (
    <nav aria-label="Pages" aria-busy={Object.keys(can).length === 0 ? 'true' : undefined}>
      <ul>
        {ENTRIES.filter(([, , , needs]) => needs.length === 0 || needs.some((need) => can[need])).map(([href, title, icon]) => {
          const selected = href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`);
          return <li key={href}><a href={href} aria-current={selected ? (path === href ? 'page' : 'true') : undefined}><Icon name={icon} />{title}</a></li>;
        })}
      </ul>
    </nav>
  );
}

function Account() {
  const active = useActive();
  const selected = useStore(namespace);
  if (!active) return null;
  const { me, namespaces } = active;
  return (
    <div class="account">
      {(namespaces.all || namespaces.items.length > 0) && (
        <label>
          <span>Namespace</span>
          <select value={selected} onChange={(event) => void selectNamespace(event.currentTarget.value)}>
            {namespaces.all && <option value="">All namespaces</option>}
            {namespaces.items.map((name) => <option value={name}>{name}</option>)}
          </select>
        </label>
      )}
      <ThemeSwitch />
      <p class="user" title={(me.user.groups ?? []).join(', ')}>
        <span class="visually-hidden">Logged in as </span>{me.user.email ?? me.user.name}
      </p>
      <button type="button" onClick={() => void logOut()}>Log out</button>
    </div>
  );
}

/** Requests extend the session by its idle time, which is the longest time that it was seen to have left. */
function useExpiry(active: Active | undefined): number | undefined {
  const answered = useStore(lastAnswer);
  const expiresAt = active?.me.expiresAt;
  const idleTime = useRef(0);
  useEffect(() => void (idleTime.current = Math.max(idleTime.current, (millisOf(expiresAt) ?? 0) - Date.now())), [expiresAt]);
  const end = Math.max(millisOf(expiresAt) ?? NaN, answered + idleTime.current);
  return Number.isNaN(end) ? undefined : end;
}

const EXPIRY_WARNING_MILLIS = 120_000;

function Banners() {
  const now = useStore(clock);
  const state = useStore(live.state);
  const problem = useStore(live.watchProblem);
  const active = useActive();
  const expiry = useExpiry(active);
  return (
    <div class="banners" aria-live="polite">
      {state.status === 'lost' && now - state.since > 700 && (
        <p class="banner warn">
          <span><strong>Connection lost.</strong> This page may be out of date. {state.retryAt > now ? `Connecting again in ${duration(state.retryAt - now)}` : 'Connecting again…'}</span>
          <button type="button" onClick={() => live.retryNow()}>Connect now</button>
        </p>
      )}
      {state.status !== 'lost' && problem && <p class="banner warn"><span><strong>Live updates stopped.</strong> {problem}</span></p>}
      {expiry !== undefined && expiry > now && expiry - now < EXPIRY_WARNING_MILLIS && (
        <p class="banner warn">
          <span>Your session ends in {duration(expiry - now)}.</span>
          <button type="button" onClick={() => void extendSession().catch(() => undefined)}>Stay logged in</button>
        </p>
      )}
    </div>
  );
}
