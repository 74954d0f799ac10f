import type { Items, RunRow } from '../api/types';
import { percent, words } from '../format/text';
import { clock, millisOf, shortDuration } from '../format/time';
import { useResource } from '../live/hooks';
import { useStore } from '../state/store';
import { Page } from '../ui/page';
import { Age, Empty, Loader, Phase } from '../ui/parts';
import { DataTable } from '../ui/tables';

export function RunsPage() {
  const runs = useResource<Items<RunRow>>('/api/runs', { topics: ['runs'] });
  return (
    <Page title="Runs">
      <Loader what="bootstrap and upgrade runs" from={runs}>
        {(data) => (data.items.length === 0 ? <Empty>No bootstrap or upgrade runs found, neither in the run logs of the server nor as ClusterBootstrap resources.</Empty> : (
          <DataTable label="Runs" rows={data.items} keyOf={(run) => run.id} columns={[
            { title: 'Run', cell: (run) => <a href={`/runs/${encodeURIComponent(run.id)}`}>{runTitle(run)}</a> },
            { title: 'State', cell: (run) => <><Phase phase={run.state} />{run.state === 'running' && run.waitingFor && <span class="soft block">waiting for {run.waitingFor}</span>}</> },
            { title: 'Steps', className: 'wide', cell: (run) => <><ProgressBar run={run} /><span class="soft block">{run.progress.done}/{run.progress.total}{run.currentStep && run.state !== 'succeeded' && `, ${run.currentStep}`}</span></> },
            { title: 'Duration', cell: (run) => <RunDuration run={run} /> },
            { title: 'Started', cell: (run) => <Age time={run.startedAt} suffix=" ago" /> },
          ]} />
        ))}
      </Loader>
    </Page>
  );
}

function ProgressBar({ run }: { run: RunRow }) {
  const part = percent(run.progress.done, run.progress.total);
  return (
    <span class={`bar ${run.state === 'failed' ? 'bad' : run.state === 'running' ? 'busy' : 'good'}`} role="progressbar" aria-label={`Steps of ${run.kind} of ${run.cluster}`}
      aria-valuemin={0} aria-valuemax={100} aria-valuenow={part}>
      <span style={{ width: `${part}%` }} />
    </span>
  );
}

/** `Bootstrap of demo`. */
export function runTitle(run: RunRow): string {
  return run.title ?? `${words(run.kind)} of ${run.cluster}`;
}

export function RunDuration({ run }: { run: RunRow }) {
  const now = useStore(clock);
  const from = millisOf(run.startedAt);
  if (from === undefined) return <>–</>;
  const to = millisOf(run.finishedAt) ?? (run.state === 'running' ? now : undefined);
  return <>{to === undefined ? '–' : shortDuration(to - from)}</>;
}
