import { useState } from 'preact/hooks';
import { deleteObject, seg, sendJson } from '../api/client';
import { permissions } from '../api/session';
import type { ClusterRow, Items, Member, TeamDetail } from '../api/types';
import { shownPhase } from '../clusters/listing';
import { useResource } from '../live/hooks';
import { navigate } from '../router';
import { useStore } from '../state/store';
import { DeleteDialog, FormDialog } from '../ui/dialog';
import { Card, Page } from '../ui/page';
import { Conditions, Empty, Loader, Phase } from '../ui/parts';
import { DataTable } from '../ui/tables';
import { QuotaBars } from './teams';

export function TeamPage({ name }: { name: string }) {
  const { can } = useStore(permissions);
  const [deleting, setDeleting] = useState(false);
  const path = `/api/teams/${seg(name)}`;
  const team = useResource<TeamDetail>(path, { topics: ['teams'], concerns: (change) => !change.name || change.name === name });
  const data = team.state === 'ready' ? team.data : undefined;
  return (
    <Page title={data?.displayName || name} crumbs={[['Teams', '/teams']]} badge={data && <Phase phase={data.phase ?? 'Pending'} />}
      actions={can['teams.delete'] && data && <button type="button" class="danger" onClick={() => setDeleting(true)}>Delete</button>}>
      <Loader what={`team ${name}`} from={team}>
        {(detail) => (
          <>
            <p class="subtitle">namespace <span class="mono">{detail.namespace ?? name}</span></p>
            <div class="cards">
              <Card title="Limits and usage"><QuotaBars quota={detail.quota} /></Card>
              <Members team={detail} path={path} reload={() => team.state === 'ready' && team.reload()} />
              <Clusters path={path} name={name} />
              {detail.conditions && detail.conditions.length > 0 && <Card title="Conditions" wide><Conditions conditions={detail.conditions} subject={name} /></Card>}
            </div>
          </>
        )}
      </Loader>
      {deleting && (
        <DeleteDialog kind="team" name={name} onClose={() => setDeleting(false)}
          onDelete={() => deleteObject(path, name).then(() => navigate('/teams'))}>
          <p>This deletes the namespace of the team with everything in it. A team with tenant clusters cannot be deleted.</p>
        </DeleteDialog>
      )}
    </Page>
  );
}

function Members({ team, path, reload }: { team: TeamDetail; path: string; reload: () => void }) {
  const { can } = useStore(permissions);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Member>();
  const members = team.memberList ?? [];
  return (
    <Card title="Members">
      {members.length === 0 ? <Empty>No members found in team {team.name}.</Empty> : (
        <ul class="lines">
          {members.map((member) => (
            <li class="split">
              <span><span class="break">{member.name}</span> <span class="soft">{member.kind === 'group' ? 'group, ' : ''}{member.role}</span></span>
              {can['teams.update'] && <button type="button" aria-label={`Remove ${member.name}`} onClick={() => setRemoving(member)}>Remove</button>}
            </li>
          ))}
        </ul>
      )}
      {can['teams.update'] && <p><button type="button" onClick={() => setAdding(true)}>Add member</button></p>}
      {adding && <AddMember path={path} onClose={() => {
        setAdding(false);
        reload();
      }} />}
      {removing && (
        <FormDialog title={`Remove ${removing.name} from ${team.name}`} submit="Remove" danger onClose={() => {
          setRemoving(undefined);
          reload();
        }} onSubmit={() => deleteObject(`${path}/members/${seg(removing.name)}?kind=${removing.kind}`, removing.name)}>
          <p>The {removing.kind} loses all permissions in the namespace of the team.</p>
        </FormDialog>
      )}
    </Card>
  );
}

function AddMember({ path, onClose }: { path: string; onClose: () => void }) {
  const [member, setMember] = useState<Member>({ name: '', kind: 'user', role: 'viewer' });
  return (
    <FormDialog title="Add member" submit="Add" disabled={!member.name.trim()} onClose={onClose}
      onSubmit={() => sendJson('POST', `${path}/members`, { body: { name: member.name.trim(), role: member.role, group: member.kind === 'group' } })}>
      <label class="field"><span>User or group</span>
        <select value={member.kind} onChange={(event) => setMember({ ...member, kind: event.currentTarget.value as Member['kind'] })}>
          <option value="user">User</option><option value="group">Group</option>
        </select>
      </label>
      <label class="field"><span>Name or email address</span>
        <input type="text" value={member.name} autocomplete="off" spellcheck={false} onInput={(event) => setMember({ ...member, name: event.currentTarget.value })} />
      </label>
      <label class="field"><span>Role</span>
        <select value={member.role} onChange={(event) => setMember({ ...member, role: event.currentTarget.value })}>
          <option value="viewer">Viewer</option><option value="operator">Operator</option><option value="admin">Admin</option>
        </select>
      </label>
    </FormDialog>
  );
}

function Clusters({ path, name }: { path: string; name: string }) {
  const clusters = useResource<Items<ClusterRow>>(`${path}/clusters`, { topics: ['clusters'], concerns: (change) => change.namespace === name || !change.namespace });
  return (
    <Card title="Tenant clusters" wide>
      <Loader what={`tenant clusters of ${name}`} from={clusters}>
        {(data) => (data.items.length === 0 ? <Empty>No tenant clusters found in team {name}.</Empty> : (
          <DataTable label={`Tenant clusters of ${name}`} rows={data.items} keyOf={(row) => `${row.namespace}/${row.name}`} columns={[
            { title: 'Name', cell: (row) => <a href={`/clusters/${row.namespace}/${row.name}`}>{row.name}</a> },
            { title: 'Phase', cell: (row) => <Phase phase={shownPhase(row)} /> },
            { title: 'Workers', cell: (row) => `${row.workers.ready}/${row.workers.desired}` },
            { title: 'Kubernetes', cell: (row) => row.kubernetesVersion },
          ]} />
        ))}
      </Loader>
    </Card>
  );
}
