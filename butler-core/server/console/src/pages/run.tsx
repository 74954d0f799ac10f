import { useMemo } from 'preact/hooks';
import { seg } from '../api/client';
import type { RunDetail } from '../api/types';
import { clock, duration, shortDuration } from '../format/time';
import { useResource } from '../live/hooks';
import { timelineOf } from '../runs/layout';
import type { Lane, Timeline } from '../runs/layout';
import { useStore } from '../state/store';
import { Page } from '../ui/page';
import { Age, Empty, Facts, Loader, Phase } from '../ui/parts';
import { RunDuration, runTitle } from './runs';

export function RunPage({ id }: { id: string }) {
  const run = useResource<RunDetail>(`/api/runs/${seg(id)}`, { topics: ['runs'], concerns: (change) => !change.name || change.name === id });
  const data = run.state === 'ready' ? run.data : undefined;
  return (
    <Page title={data ? runTitle(data) : id} crumbs={[['Runs', '/runs']]} badge={data && <Phase phase={data.state} />}>
      <Loader what={`run ${id}`} from={run}>{(detail) => <Detail run={detail} />}</Loader>
    </Page>
  );
}

function Detail({ run }: { run: RunDetail }) {
  const now = useStore(clock);
  const running = run.state === 'running';
  const timeline = useMemo(() => timelineOf(run, now), [run, running ? now : 0]);
  return (
    <>
      <Facts facts={[
        ['Duration', <RunDuration run={run} />],
        ['Steps', `${run.progress.done}/${run.progress.total}`],
        ...((run.machines?.length ?? 0) > 0 ? [['Machines', `${run.machines!.filter((one) => one.state === 'ready').length}/${run.machines!.length} ready`] as [string, string]] : []),
        ['Started', <Age time={run.startedAt} suffix=" ago" />],
      ]} />
      {running && run.waitingFor && <p class="message busy compact" role="status"><strong>{run.currentStep ?? 'Running'}.</strong> Waiting for {run.waitingFor}</p>}
      {run.steps.length === 0 ? <Empty>No steps found in the log of this run yet.</Empty> : <Chart timeline={timeline} />}
    </>
  );
}

function Chart({ timeline }: { timeline: Timeline }) {
  return (
    <div class="timeline">
      <ul class="legend" aria-label="Key">
        {[['active', 'working, ready'], ['waiting', 'waiting, in progress'], ['failed', 'failed'], ['idle', 'pending or interrupted']].map(([kind, name]) => <li><span class={`swatch bar-${kind}`} aria-hidden="true" />{name}</li>)}
      </ul>
      <Axis timeline={timeline} />
      <Lanes title="Steps" lanes={timeline.steps} timeline={timeline} />
      <Lanes title="Machines" lanes={timeline.machines} timeline={timeline} />
      <Lanes title="Addons" lanes={timeline.addons} timeline={timeline} />
    </div>
  );
}

function Axis({ timeline }: { timeline: Timeline }) {
  return (
    <div class="lane axis" aria-hidden="true">
      <span class="lane-name soft">time since the start</span>
      <div class="lane-track">{timeline.ticks.map((tick, i) => <span class={i % 2 === 1 ? 'tick-label minor' : 'tick-label'} style={{ left: `${tick.left}%` }}>{duration(tick.millis)}</span>)}</div>
      <span class="lane-time" />
    </div>
  );
}

function Lanes({ title, lanes, timeline }: { title: string; lanes: Lane[]; timeline: Timeline }) {
  if (lanes.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ol class="lanes">
        {lanes.map((lane) => (
          <li class="lane" key={lane.key}>
            <span class="lane-name">{lane.title}<span class="soft block">{lane.detail || lane.state}</span></span>
            <div class="lane-track" role="img" aria-label={describe(lane)}>
              {timeline.ticks.map((tick) => <span class="tick" style={{ left: `${tick.left}%` }} />)}
              {lane.bars.map((bar) => <span class={`lane-bar bar-${bar.kind}`} style={{ left: `${bar.left}%`, width: `${bar.width}%` }} title={bar.label} />)}
            </div>
            <span class="lane-time">{lane.millis === undefined ? '–' : shortDuration(lane.millis)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function describe(lane: Lane): string {
  const waits = lane.bars.filter((bar) => bar.kind === 'waiting').map((bar) => bar.label);
  return `${lane.state}${lane.millis === undefined ? '' : `, ${shortDuration(lane.millis)}`}${waits.length > 0 ? `; waits: ${waits.join(', ')}` : ''}`;
}
