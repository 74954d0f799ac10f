import { useState } from 'preact/hooks';
import { ApiError, deleteObject, sendJson } from '../api/client';
import type { AddonRow, CatalogEntry, Items } from '../api/types';
import type { Loaded } from '../live/hooks';
import { DeleteDialog, FormDialog } from '../ui/dialog';
import { Empty, Loader, Phase } from '../ui/parts';
import { DataTable } from '../ui/tables';

export interface AddonRequest {
  /** Absent in changes. */
  addon?: string;
  version?: string;
  values?: unknown;
}

interface AddonTableProps {
  addons: AddonRow[];
  where: string;
  mayUpdate: boolean;
  mayDelete: boolean;
  pathOf: (addon: AddonRow) => string;
  reload: () => void;
}

const KEEPERS: Record<string, string> = { platform: 'the bootstrap', cluster: 'the tenant cluster', addon: 'its own resource' };

export function AddonTable({ addons, where, mayUpdate, mayDelete, pathOf, reload }: AddonTableProps) {
  const [changing, setChanging] = useState<AddonRow>();
  const [deleting, setDeleting] = useState<AddonRow>();
  if (addons.length === 0) return <Empty>No addons found in {where}.</Empty>;
  const close = (): void => {
    setChanging(undefined);
    setDeleting(undefined);
    reload();
  };
  return (
    <>
      <DataTable label={`Addons of ${where}`} rows={addons} keyOf={(addon) => addon.name} columns={[
        { title: 'Addon', cell: (addon) => <>{addon.displayName || addon.name}{addon.displayName && addon.displayName !== addon.name && <span class="soft block mono">{addon.name}</span>}</> },
        { title: 'Phase', cell: (addon) => <><Phase phase={addon.phase || 'Unknown'} />{addon.message && <span class="soft block">{addon.message}</span>}</> },
        { title: 'Version', cell: (addon) => versions(addon) },
        { title: 'Managed by', cell: (addon) => KEEPERS[addon.managedBy ?? ''] ?? addon.managedBy ?? '–' },
        ...(mayUpdate || mayDelete ? [{
          title: 'Actions',
          className: 'row-actions',
          cell: (addon: AddonRow) => addon.managed ? <span class="soft">–</span> : (
            <>
              {mayUpdate && <button type="button" aria-label={`Change ${addon.name}`} onClick={() => setChanging(addon)}>Change</button>}
              {mayDelete && <button type="button" aria-label={`Uninstall ${addon.name}`} onClick={() => setDeleting(addon)}>Uninstall</button>}
            </>
          ),
        }] : []),
      ]} />
      {changing && (
        <AddonDialog title={`Change ${changing.name}`} submit="Save" fixed={changing} onClose={close}
          onSubmit={(body) => sendJson('PUT', pathOf(changing), { body })} />
      )}
      {deleting && (
        <DeleteDialog kind="addon" name={deleting.name} onClose={close} onDelete={() => deleteObject(pathOf(deleting), deleting.name)}>
          <p>This uninstalls the addon from {where}. Its resources are deleted.</p>
        </DeleteDialog>
      )}
    </>
  );
}

function versions(addon: AddonRow): string {
  if (!addon.installedVersion || addon.installedVersion === addon.version) return addon.installedVersion ?? addon.version ?? '–';
  return addon.version ? `${addon.installedVersion} → ${addon.version}` : addon.installedVersion;
}

interface AddonDialogProps {
  title: string;
  submit: string;
  /** The addon to change; without it, an addon is chosen from the catalog. */
  fixed?: AddonRow;
  catalog?: Loaded<Items<CatalogEntry>>;
  chosen?: string;
  onSubmit: (body: AddonRequest) => Promise<unknown>;
  onClose: () => void;
}

export function AddonDialog({ title, submit, fixed, catalog, chosen = '', onSubmit, onClose }: AddonDialogProps) {
  const [addon, setAddon] = useState(fixed?.name ?? chosen);
  const [version, setVersion] = useState(fixed?.version ?? '');
  const [values, setValues] = useState(fixed?.values ? JSON.stringify(fixed.values, null, 2) : '');
  const entry = catalog?.state === 'ready' ? catalog.data.items.find((one) => one.name === addon) : undefined;
  const send = async (): Promise<unknown> => {
    const body: AddonRequest = fixed ? {} : { addon };
    if (version.trim()) body.version = version.trim();
    if (values.trim()) body.values = parseValues(values);
    return onSubmit(body);
  };
  return (
    <FormDialog title={title} submit={submit} disabled={!addon} onSubmit={send} onClose={onClose}>
      {catalog && (
        <Loader what="the addon catalog" from={catalog}>
          {(data) => (
            <label class="field"><span>Addon</span>
              <select value={addon} onChange={(event) => setAddon(event.currentTarget.value)}>
                <option value="">Choose an addon</option>
                {data.items.map((one) => <option value={one.name}>{one.displayName}</option>)}
              </select>
            </label>
          )}
        </Loader>
      )}
      {entry?.description && <p class="soft">{entry.description}</p>}
      <label class="field"><span>Version</span>
        <input type="text" value={version} list="addon-versions" placeholder={entry?.defaultVersion ?? 'that of the catalog'} spellcheck={false} onInput={(event) => setVersion(event.currentTarget.value)} />
      </label>
      <datalist id="addon-versions">{(entry?.versions ?? []).map((one) => <option value={one} />)}</datalist>
      <label class="field"><span>Helm values (JSON)</span>
        <textarea rows={6} class="mono" spellcheck={false} value={values} onInput={(event) => setValues(event.currentTarget.value)} />
      </label>
    </FormDialog>
  );
}

function parseValues(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new ApiError(422, 'The Helm values are not valid JSON', cause instanceof Error ? cause.message : String(cause), 'Values are an object, such as {"replicas": 2}.', [], '');
  }
}
