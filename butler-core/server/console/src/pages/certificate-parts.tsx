import type { CertificateRow } from '../api/types';
import { clock, duration, millisOf } from '../format/time';
import { useStore } from '../state/store';
import { Badge, Empty } from '../ui/parts';
import type { Tone } from '../ui/parts';
import { DataTable } from '../ui/tables';

const DAY = 86_400_000;

/** The state of a certificate, with the limits of `butleradm certs list`. */
export function certificateState(from: number, until: number, now: number): [Tone, string] {
  const left = until - now;
  const lifetime = until - from;
  if (now < from) return ['bad', 'not yet valid'];
  if (left <= 0) return ['bad', 'expired'];
  if (left < Math.min(7 * DAY, lifetime / 10)) return ['bad', 'expires very soon'];
  return left < Math.min(30 * DAY, lifetime / 5) ? ['warn', 'expires soon'] : ['good', 'valid'];
}

function Expiry({ row }: { row: CertificateRow }) {
  const now = useStore(clock);
  const from = millisOf(row.notBefore) ?? 0;
  const until = millisOf(row.notAfter) ?? 0;
  const [tone, text] = certificateState(from, until, now);
  return <><Badge tone={tone}>{text}</Badge><span class="soft block">{until > now ? `${duration(until - now)} left` : `since ${duration(now - until)}`}</span></>;
}

export function CertificateTable({ rows, subject }: { rows: readonly CertificateRow[]; subject: string }) {
  if (rows.length === 0) return <Empty>No certificates found in {subject} that you may read.</Empty>;
  return (
    <DataTable label={`Certificates of ${subject}`} rows={rows} keyOf={(row) => `${row.name} ${row.location} ${row.notAfter}`} columns={[
      { title: 'Certificate', cell: (row) => <>{row.name}<span class="soft block break">{row.location}</span></> },
      { title: 'Use', cell: (row) => row.use },
      { title: 'State', cell: (row) => <Expiry row={row} /> },
      { title: 'Expires', className: 'nowrap', cell: (row) => <time dateTime={row.notAfter}>{row.notAfter.slice(0, 10)}</time> },
      { title: 'Subject', className: 'wide', cell: (row) => <span class="mono break">{row.subject}</span> },
    ]} />
  );
}
