import type { Management, Overview, PoolRow, Problem, RunRow, TeamRow } from '../api/types';
import { count, number, percent } from '../format/text';
import { useResource } from '../live/hooks';
import { Card, Page } from '../ui/page';
import { Age, Badge, Empty, Loader, Phase, UsageBar, phaseTone } from '../ui/parts';
import type { Tone } from '../ui/parts';
import { runTitle } from './runs';
import { QuotaBars } from './teams';

const HEALTH: Record<string, Tone> = { Healthy: 'good', Degraded: 'bad', Unknown: 'idle' };

export function OverviewPage() {
  const overview = useResource<Overview>('/api/overview', { topics: ['overview', 'clusters'] });
  const management = overview.state === 'ready' ? overview.data.management : undefined;
  return (
    <Page title={management?.name ?? 'Overview'} badge={management && <Badge tone={HEALTH[management.health] ?? 'idle'}>{management.health}</Badge>}>
      <Loader what="the state of the platform" from={overview}>
        {(data) => (
          <>
            {data.management && <ManagementLine management={data.management} />}
            <Problems problems={data.problems} />
            <div class="cards">
              <ClustersCard clusters={data.clusters} />
              <PoolsCard pools={data.pools} />
              <ProvidersCard providers={data.providers} />
              <TeamsCard teams={data.teams} />
              <RunsCard runs={data.runs} />
            </div>
          </>
        )}
      </Loader>
    </Page>
  );
}

function ManagementLine({ management }: { management: Management }) {
  const parts = [
    management.version && `Kubernetes ${management.version}`,
    management.talosVersion && `Talos ${management.talosVersion}`,
    management.nodes && `${management.nodes.ready}/${count(management.nodes.total, 'node')} ready`,
    management.controllers && `controllers ${management.controllers.ready ? 'ready' : 'not ready'}${management.controllers.version ? ` (${management.controllers.version})` : ''}`,
  ].filter(Boolean);
  return <p class="subtitle">{parts.join(' · ')}</p>;
}

function Problems({ problems }: { problems: Problem[] }) {
  return (
    <section aria-labelledby="problems">
      <h2 id="problems">{problems.length === 0 ? 'No problems' : count(problems.length, 'problem')}</h2>
      {problems.length === 0
        ? <p class="all-well">Checked: management cluster, tenant clusters, address pools, providers, teams and runs that you may read.</p>
        : (
          <ul class="problems">
            {problems.map((problem) => (
              <li class={problem.severity === 'Error' ? 'bad' : 'warn'}>
                <Badge tone={problem.severity === 'Error' ? 'bad' : 'warn'}>{problem.severity}</Badge>
                <div>
                  <p><strong>{problem.link?.startsWith('/') ? <a href={problem.link}>{problem.subject}</a> : problem.subject}</strong> {problem.message}</p>
                  {problem.hint && <p class="hint">{problem.hint}</p>}
                </div>
                {problem.since && <span class="soft since"><Age time={problem.since} /></span>}
              </li>
            ))}
          </ul>
        )}
    </section>
  );
}

function NotPermitted({ what }: { what: string }) {
  return <Empty>You do not have permission to read {what}.</Empty>;
}

const TONE_ORDER: Tone[] = ['bad', 'warn', 'busy', 'idle', 'good'];

function ClustersCard({ clusters }: { clusters: Overview['clusters'] }) {
  const phases = Object.entries(clusters?.byPhase ?? {}).filter(([, n]) => n > 0)
    .sort(([a], [b]) => TONE_ORDER.indexOf(phaseTone(a)) - TONE_ORDER.indexOf(phaseTone(b)));
  return (
    <Card title="Tenant clusters" link={['All tenant clusters', '/clusters']} wide>
      {!clusters ? <NotPermitted what="tenant clusters" /> : clusters.total === 0 ? <Empty>No tenant clusters found.</Empty> : (
        <>
          <p class="big">{number(clusters.total)}</p>
          <div class="stack" aria-hidden="true">
            {phases.map(([phase, n]) => <span class={phaseTone(phase)} style={{ flexGrow: String(n) }} />)}
          </div>
          <ul class="legend">
            {phases.map(([phase, n]) => <li><a href={`/clusters?phase=${encodeURIComponent(phase)}`}><Badge tone={phaseTone(phase)}>{phase}</Badge> {number(n)}</a></li>)}
          </ul>
          {clusters.unhealthy.length > 0 && (
            <ul class="lines">
              {clusters.unhealthy.slice(0, 8).map((row) => (
                <li>
                  <a href={`/clusters/${row.namespace}/${row.name}`}>{row.name}</a> <Phase phase={row.phase} />
                  {row.problem && <span class="soft block">{row.problem}</span>}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Card>
  );
}

function PoolsCard({ pools }: { pools: PoolRow[] | undefined }) {
  return (
    <Card title="Address pools" link={['All pools', '/networks']}>
      {!pools ? <NotPermitted what="address pools" /> : pools.length === 0 ? <Empty>No NetworkPools found.</Empty> : (
        <ul class="lines">
          {pools.slice(0, 6).map((pool) => (
            <li>
              <div class="split"><a href={`/networks/${pool.namespace}/${pool.name}`}>{pool.name}</a><span class="soft">{percent(pool.allocated, pool.total)} % of {number(pool.total)}</span></div>
              <UsageBar used={pool.allocated} limit={pool.total} label={`Allocated addresses of ${pool.name}`} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function ProvidersCard({ providers }: { providers: Overview['providers'] }) {
  return (
    <Card title="Providers" link={['All providers', '/providers']}>
      {!providers ? <NotPermitted what="providers" /> : providers.notReady.length === 0
        ? <p class="all-well">{providers.total === 0 ? 'No ProviderConfigs found.' : `${count(providers.total, 'provider')}, all ready.`}</p>
        : (
          <ul class="lines">
            {providers.notReady.map((row) => (
              <li><strong>{row.name}</strong> <Badge tone={row.ready === undefined ? 'idle' : 'bad'}>{row.ready === undefined ? 'Unknown' : 'Not ready'}</Badge><span class="soft block">{row.message}</span></li>
            ))}
          </ul>
        )}
    </Card>
  );
}

function TeamsCard({ teams }: { teams: Overview['teams'] }) {
  return (
    <Card title="Teams near a limit" link={['All teams', '/teams']}>
      {!teams ? <NotPermitted what="teams" /> : teams.nearLimit.length === 0
        ? <p class="all-well">{teams.total === 0 ? 'No teams found.' : `None of ${count(teams.total, 'team')}.`}</p>
        : <ul class="lines">{teams.nearLimit.slice(0, 5).map((team: TeamRow) => <li><a href={`/teams/${team.name}`}>{team.displayName || team.name}</a><QuotaBars quota={team.quota} nearLimit /></li>)}</ul>}
    </Card>
  );
}

function RunsCard({ runs }: { runs: Overview['runs'] }) {
  return (
    <Card title="Active runs" link={['All runs', '/runs']}>
      {!runs ? <NotPermitted what="runs" /> : runs.active.length === 0 ? <p class="all-well">No bootstrap or upgrade is running.</p> : (
        <ul class="lines">
          {runs.active.map((run: RunRow) => (
            <li>
              <div class="split"><a href={`/runs/${encodeURIComponent(run.id)}`}>{runTitle(run)}</a><span class="soft">{run.progress.done}/{run.progress.total} steps</span></div>
              <span class="soft block">{run.waitingFor ? `waiting for ${run.waitingFor}` : run.currentStep}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
