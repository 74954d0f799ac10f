import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ApiError } from '../api/client';
import type { Condition } from '../api/types';
import { percent } from '../format/text';
import { absolute, clock, duration, millisOf } from '../format/time';
import type { Loaded } from '../live/hooks';
import { useStore } from '../state/store';

export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'idle';

export function Badge({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

const PHASE_TONES: Record<string, Tone> = {
  Ready: 'good', Running: 'good', Healthy: 'good', Installed: 'good', Deployed: 'good', Allocated: 'good', succeeded: 'good', ready: 'good', Succeeded: 'good',
  Pending: 'busy', Provisioning: 'busy', Installing: 'busy', Updating: 'busy', Upgrading: 'busy', Deleting: 'busy', running: 'busy', Progressing: 'busy',
  Hibernating: 'busy', Hibernated: 'idle', Paused: 'idle', Released: 'idle', Unknown: 'idle', interrupted: 'warn',
  Failed: 'bad', Degraded: 'bad', Error: 'bad', failed: 'bad', Terminating: 'busy', Warning: 'warn',
};

export function phaseTone(phase: string): Tone {
  return PHASE_TONES[phase] ?? 'idle';
}

export function Phase({ phase }: { phase: string }) {
  return <Badge tone={phaseTone(phase)}>{phase}</Badge>;
}

/** The time since an event, with the exact time as a tooltip. */
export function Age({ time, suffix = '' }: { time: string | undefined; suffix?: string }) {
  const now = useStore(clock);
  const millis = millisOf(time);
  if (millis === undefined) return <>–</>;
  return <time dateTime={time!} title={absolute(time!)}>{duration(now - millis) + suffix}</time>;
}

/** Names what is being waited for; after five seconds also for how long. */
export function Waiting({ what, since }: { what: string; since: number }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - since) / 1_000)), 500);
    return () => clearInterval(timer);
  }, [since]);
  return (
    <p class="waiting" role="status">
      <span class="spinner" aria-hidden="true" />
      Loading {what}…{seconds >= 5 && ` The server has not answered for ${seconds} s; it may be waiting for the Kubernetes API.`}
    </p>
  );
}

export function ErrorBox({ error, onRetry, compact }: { error: ApiError; onRetry?: (() => void) | undefined; compact?: boolean }) {
  return (
    <div class={compact ? 'message bad compact' : 'message bad'} role="alert">
      <p class="message-title">{error.title}{error.code && <span class="code">{error.code}</span>}</p>
      {error.detail && error.detail !== error.title && <p>{error.detail}</p>}
      {error.problems.length > 0 && (
        <ul>
          {error.problems.map((problem) => (
            <li>{problem.path && <><code>{problem.path}</code>: </>}{problem.message}{problem.fix && ` ${problem.fix}`}</li>
          ))}
        </ul>
      )}
      {error.hint && <p class="hint">{error.hint}</p>}
      {onRetry && <p><button type="button" onClick={onRetry}>Try again</button></p>}
    </div>
  );
}

/** Shows what was loaded, why it was not, or what is being waited for. */
export function Loader<T>({ what, from, children }: { what: string; from: Loaded<T>; children: (data: T) => ComponentChildren }) {
  if (from.state === 'loading') return <Waiting what={what} since={from.since} />;
  if (from.state === 'failed') return <ErrorBox error={from.error} onRetry={from.error.status === 403 ? undefined : from.retry} />;
  return (
    <>
      {from.stale && from.error && <div class="message warn compact" role="status">This may be out of date: {from.error.message}. <button type="button" onClick={from.reload}>Try again</button></div>}
      {children(from.data)}
    </>
  );
}

export function Empty({ children }: { children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}

export function barTone(used: number, limit: number): Tone {
  const part = percent(used, limit);
  return part >= 95 ? 'bad' : part >= 80 ? 'warn' : 'good';
}

/** A bar of usage. The text beside it, or the label, has the same information. */
export function UsageBar({ used, limit, label }: { used: number; limit: number; label: string }) {
  const part = Math.min(100, percent(used, limit));
  return (
    <span class={`bar ${barTone(used, limit)}`} role="meter" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={part}>
      <span style={{ width: `${part}%` }} />
    </span>
  );
}

export function Conditions({ conditions, subject }: { conditions: readonly Condition[]; subject: string }) {
  if (conditions.length === 0) return <Empty>No conditions reported for {subject}. The controllers have not reconciled it yet.</Empty>;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={`Conditions of ${subject}`}>
      <table class="stacked">
        <thead><tr><th scope="col">Condition</th><th scope="col">Status</th><th scope="col">Message</th><th scope="col">Since</th></tr></thead>
        <tbody>
          {conditions.map((condition) => (
            <tr key={condition.type}>
              <th scope="row" class="break">{condition.type}</th>
              <td data-label="Status"><Badge tone={conditionTone(condition)}>{condition.status}</Badge></td>
              <td data-label="Message" class="wide">{condition.message}{condition.reason && <span class={condition.message ? 'soft block' : 'soft'}>{condition.reason}</span>}{!condition.message && !condition.reason && '–'}</td>
              <td data-label="Since"><Age time={condition.lastTransitionTime} /></td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Conditions that are good when False. */
const NEGATIVE = /^(Capacity(Warning|Critical|Exhausted)|Degraded|Hibernated|DeletionBlocked|InviteExpired|.*(Pressure|Failed|Blocked))$/;

export function conditionTone(condition: Condition): Tone {
  if (condition.status === 'Unknown') return 'idle';
  if (NEGATIVE.test(condition.type)) return condition.status === 'False' ? 'good' : condition.type === 'Hibernated' ? 'idle' : 'warn';
  if (condition.status === 'True') return 'good';
  return /fail|invalid|error|denied|exceeded|exhausted|reject/i.test(condition.reason ?? '') ? 'bad' : 'busy';
}

export function Facts({ facts }: { facts: [string, ComponentChildren][] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => <div><dt>{name}</dt><dd>{value === undefined || value === '' || value === null ? '–' : value}</dd></div>)}
    </dl>
  );
}
