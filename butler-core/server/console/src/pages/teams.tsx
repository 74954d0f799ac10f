import { permissions } from '../api/session';
import type { Items, QuotaRow, TeamRow } from '../api/types';
import { words } from '../format/text';
import { useResource } from '../live/hooks';
import { useLocation } from '../router';
import type { JsonSchema } from '../schema/model';
import { useStore } from '../state/store';
import { Icon } from '../ui/icons';
import { Page } from '../ui/page';
import { Empty, Loader, Phase, UsageBar } from '../ui/parts';
import { DataTable } from '../ui/tables';
import { ObjectCreate } from './object-create';
import type { FixedRequest } from './object-create';

const NEAR_PERCENT = 80;

/** Bars of what a team uses of its limits; a resource without a limit has no bar. */
export function QuotaBars({ quota, nearLimit }: { quota: QuotaRow[]; nearLimit?: boolean }) {
  const shown = quota.filter((row) => (nearLimit ? (row.percent ?? 0) >= NEAR_PERCENT : row.limit !== undefined || row.used !== undefined));
  if (shown.length === 0) return <span class="soft">no limits</span>;
  return (
    <ul class="quota">
      {shown.map((row) => (
        <li>
          <div class="split"><span>{words(row.resource)}</span><span class="soft">{row.used ?? '0'} {row.limit === undefined ? '(no limit)' : `of ${row.limit}`}</span></div>
          {row.percent !== undefined && <UsageBar used={row.percent} limit={100} label={`${words(row.resource)} used`} />}
        </li>
      ))}
    </ul>
  );
}

const limit = (description: string): JsonSchema => ({ type: 'string', description });

/** The server creates teams from a request of its own instead of a manifest. */
const TEAM: FixedRequest = {
  schema: {
    properties: {
      displayName: { type: 'string', description: 'Name of the team for people.' },
      description: { type: 'string', description: 'What the team does.' },
      limits: {
        type: 'object',
        description: 'Limits of the tenant clusters of the team. An empty field means no limit.',
        properties: { clusters: limit('Number of tenant clusters.'), nodes: limit('Workers of all clusters.'), cpu: limit('CPU cores of all workers.'), memory: limit('Memory of all workers, such as 512Gi.'), storage: limit('Boot disks of all workers, such as 2Ti.') },
      },
      members: {
        type: 'array',
        items: {
          properties: {
            name: { type: 'string', description: 'User name, email address or name of a group.' },
            role: { type: 'string', enum: ['viewer', 'operator', 'admin'], description: 'Role in the team.' },
            group: { type: 'boolean', default: false, description: 'Whether the name is that of a group.' },
          },
          required: ['name', 'role'],
        },
      },
    },
  },
  body: (name, spec) => ({ name, ...spec }),
  fieldOf: (path) => (path === 'name' ? 'metadata.name' : `spec.${path}`),
};

export function TeamsPage() {
  const { can } = useStore(permissions);
  const { query } = useLocation();
  const teams = useResource<Items<TeamRow>>('/api/teams', { topics: ['teams'] });
  if (query.has('new')) {
    return <ObjectCreate kind="teams" title="Create team" crumb={['Teams', '/teams']} path="/api/teams" typeName="Team" fixed={TEAM} target={(_, name) => `/teams/${name}`} />;
  }
  return (
    <Page title="Teams" actions={can['teams.create'] && <a class="button primary" href="/teams?new=1"><Icon name="plus" />Create team</a>}>
      <Loader what="teams" from={teams}>
        {(data) => (data.items.length === 0 ? <Empty>No teams found on this platform that you may read.</Empty> : (
          <DataTable label="Teams" rows={data.items} keyOf={(team) => team.name} columns={[
            { title: 'Team', cell: (team) => <><a href={`/teams/${team.name}`}>{team.displayName || team.name}</a><span class="soft block mono">{team.name}</span></> },
            { title: 'Phase', cell: (team) => <Phase phase={team.phase ?? 'Pending'} /> },
            { title: 'Members', cell: (team) => team.members },
            { title: 'Clusters', cell: (team) => team.clusters },
            { title: 'Usage', className: 'wide', cell: (team) => <QuotaBars quota={team.quota} /> },
          ]} />
        ))}
      </Loader>
    </Page>
  );
}
