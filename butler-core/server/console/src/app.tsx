import type { ComponentChildren } from 'preact';
import { session } from './api/session';
import { loadSession } from './api/session';
import { AddonsPage } from './pages/addons';
import { AuditPage } from './pages/audit';
import { CertificatesPage } from './pages/certificates';
import { ClusterCreatePage } from './pages/cluster-create';
import { ClusterEditPage } from './pages/cluster-edit';
import { ClusterPage } from './pages/cluster';
import { ClustersPage } from './pages/clusters';
import { LoginPage } from './pages/login';
import { NetworkPage } from './pages/network';
import { NetworksPage } from './pages/networks';
import { OverviewPage } from './pages/overview';
import { ProvidersPage } from './pages/providers';
import { RunPage } from './pages/run';
import { RunsPage } from './pages/runs';
import { TeamPage } from './pages/team';
import { TeamsPage } from './pages/teams';
import { match, useLocation } from './router';
import { Shell } from './shell';
import { useStore } from './state/store';
import { Page } from './ui/page';
import { Empty, ErrorBox } from './ui/parts';

type Route = [string, (parameters: Record<string, string>) => ComponentChildren];

const ROUTES: Route[] = [
  ['/', () => <OverviewPage />],
  ['/clusters', () => <ClustersPage />],
  ['/clusters/new', () => <ClusterCreatePage />],
  ['/clusters/:ns/:name', ({ ns, name }) => <ClusterPage key={`${ns}/${name}`} ns={ns!} name={name!} />],
  ['/clusters/:ns/:name/edit', ({ ns, name }) => <ClusterEditPage key={`${ns}/${name}`} ns={ns!} name={name!} />],
  ['/addons', () => <AddonsPage />],
  ['/networks', () => <NetworksPage />],
  ['/networks/:ns/:name', ({ ns, name }) => <NetworkPage key={`${ns}/${name}`} ns={ns!} name={name!} />],
  ['/teams', () => <TeamsPage />],
  ['/teams/:name', ({ name }) => <TeamPage key={name!} name={name!} />],
  ['/providers', () => <ProvidersPage />],
  ['/runs', () => <RunsPage />],
  ['/runs/:id', ({ id }) => <RunPage key={id!} id={id!} />],
  ['/certificates', () => <CertificatesPage />],
  ['/audit', () => <AuditPage />],
];

export function App() {
  const state = useStore(session);
  const { path } = useLocation();
  switch (state.state) {
    case 'unknown':
      return <p class="boot" role="status">Loading the console: reading your session…</p>;
    case 'failed':
      return <main class="login"><h1>Butler</h1><ErrorBox error={state.error} onRetry={() => void loadSession()} /></main>;
    case 'anonymous':
      return <LoginPage reason={state.reason} />;
    case 'active':
      return <Shell>{path === '/login' ? <OverviewPage /> : routed(path)}</Shell>;
  }
}

function routed(path: string): ComponentChildren {
  for (const [pattern, page] of ROUTES) {
    const parameters = match(pattern, path);
    if (parameters) return page(parameters);
  }
  return <Page title="Page not found"><Empty>No page found at <code>{path}</code>. <a href="/">Go to the overview</a>.</Empty></Page>;
}
