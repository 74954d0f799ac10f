import type { PoolRow, SegmentState } from '../api/types';
import { Badge } from '../ui/parts';

export const STATE_NAMES: Record<SegmentState, string> = { free: 'free', allocated: 'allocated', reserved: 'reserved', excluded: 'not in a range' };

/** A tenant cluster by `namespace/name`; other owners are texts. */
export function Owner({ owner }: { owner: string }) {
  const parts = owner.split('/');
  return parts.length === 2 ? <a href={`/clusters/${parts[0]}/${parts[1]}`}>{owner}</a> : <>{owner}</>;
}

/** The condition that matters most: a rejected change, then the capacity. */
export function PoolState({ pool }: { pool: PoolRow }) {
  const is = (type: string, status: string): boolean => pool.conditions.some((condition) => condition.type === type && condition.status === status);
  if (is('SpecAccepted', 'False')) return <Badge tone="bad">Change rejected</Badge>;
  if (is('Served', 'False')) return <Badge tone="bad">Not served</Badge>;
  if (is('CapacityExhausted', 'True')) return <Badge tone="bad">Exhausted</Badge>;
  if (is('CapacityCritical', 'True')) return <Badge tone="bad">Critical</Badge>;
  if (is('CapacityWarning', 'True')) return <Badge tone="warn">Filling up</Badge>;
  return <Badge tone="good">OK</Badge>;
}
