/** Records of the REST API of the console server. */

export type Severity = 'Error' | 'Warning';

export interface Problem {
  severity: Severity;
  subject: string;
  message: string;
  since?: string;
  hint?: string;
  link?: string;
}

export interface Condition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  reason?: string;
  message?: string;
  lastTransitionTime?: string;
}

export interface Keyed {
  namespace?: string;
  name: string;
  resourceVersion?: string;
}

export interface ClusterRow extends Keyed {
  namespace: string;
  uid: string;
  phase: string;
  provider?: string;
  team?: string;
  kubernetesVersion: string;
  runningVersion?: string;
  workers: { ready: number; desired: number };
  controlPlane: { ready: boolean; replicas: number };
  endpoint?: string;
  paused: boolean;
  createdAt: string;
  deletingSince?: string;
  problem?: string;
  addons?: { ready: number; total: number };
}

export interface ClusterDetail extends ClusterRow {
  conditions: Condition[];
  spec: Record<string, unknown>;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  events: EventRow[];
  object: Record<string, unknown>;
  availableUpgrades: string[];
}

export interface EventRow {
  time: string;
  type: string;
  reason: string;
  message: string;
  count: number;
  object?: string;
}

export interface MachineRow {
  name: string;
  node?: string;
  phase: string;
  version?: string;
  address?: string;
}

export interface AddonRow {
  name: string;
  displayName?: string;
  version?: string;
  installedVersion?: string;
  phase: string;
  message?: string;
  managed?: boolean;
  managedBy?: string;
  values?: unknown;
}

export interface CatalogEntry {
  name: string;
  displayName: string;
  description?: string;
  category?: string;
  defaultVersion?: string;
  versions?: string[];
  chart?: string;
}

export interface PoolRow extends Keyed {
  namespace: string;
  cidr: string;
  ranges?: { start: string; end: string }[];
  total: number;
  allocated: number;
  reserved: number;
  available: number;
  largestFree: number;
  fragmentation?: number;
  conditions: Condition[];
}

export type SegmentState = 'free' | 'allocated' | 'reserved' | 'excluded';

export interface Segment {
  start: string;
  end: string;
  size: number;
  state: SegmentState;
  owner?: string;
}

export interface PoolDetail extends PoolRow {
  segments: Segment[];
}

export interface AllocationRow extends Keyed {
  namespace: string;
  pool: string;
  tenant?: string;
  purpose?: string;
  phase: string;
  start?: string;
  end?: string;
  count: number;
  createdAt?: string;
  problem?: string;
}

export interface QuotaRow {
  resource: string;
  /** Quantities of Kubernetes, such as 496Gi. Absent if nothing was counted yet, or if there is no limit. */
  used?: string;
  limit?: string;
  percent?: number;
}

export interface TeamRow extends Keyed {
  displayName?: string;
  phase?: string;
  members: number;
  clusters: number;
  quota: QuotaRow[];
}

export interface Member {
  name: string;
  kind: 'user' | 'group';
  role: string;
}

export interface TeamDetail extends TeamRow {
  memberList?: Member[];
  conditions?: Condition[];
  spec?: Record<string, unknown>;
}

export interface ProviderRow extends Keyed {
  namespace: string;
  type: string;
  /** Absent before the first check. */
  ready?: boolean;
  message?: string;
  conditions: Condition[];
  scope?: string;
  usedBy?: number;
}

export type RunState = 'running' | 'succeeded' | 'failed' | 'interrupted';

export interface RunRow {
  id: string;
  name?: string;
  cluster: string;
  kind: string;
  title?: string;
  state: RunState;
  startedAt: string;
  finishedAt?: string;
  currentStep?: string;
  waitingFor?: string;
  progress: { done: number; total: number };
}

export interface Span {
  /** What a step waited for, or the state of a machine or an addon. */
  label: string;
  startedAt: string;
  finishedAt?: string;
}

export interface RunStep {
  name: string;
  title: string;
  state: string;
  startedAt?: string;
  finishedAt?: string;
  message?: string;
  spans?: Span[];
}

export interface RunMachine {
  name: string;
  address?: string;
  state: string;
  message?: string;
  spans?: Span[];
}

export interface RunDetail extends RunRow {
  message?: string;
  steps: RunStep[];
  machines?: RunMachine[];
  addons?: RunMachine[];
}

export interface CertificateRow {
  name: string;
  use: string;
  location: string;
  subject: string;
  notBefore: string;
  notAfter: string;
}

export interface Management {
  name: string;
  version?: string;
  talosVersion?: string;
  phase?: string;
  health: 'Healthy' | 'Degraded' | 'Unknown';
  problems: Problem[];
  nodes?: { ready: number; total: number };
  controllers?: { ready: boolean; version?: string };
}

export interface Overview {
  /** Sections that the user may not read are absent. */
  management?: Management;
  clusters?: { total: number; byPhase: Record<string, number>; unhealthy: ClusterRow[] };
  pools?: PoolRow[];
  teams?: { total: number; nearLimit: TeamRow[] };
  providers?: { total: number; notReady: ProviderRow[] };
  runs?: { active: RunRow[] };
  problems: Problem[];
}

export interface AuditRow {
  time: string;
  user?: string;
  /** The program, if the user was not recorded. */
  client?: string;
  verb: string;
  kind: string;
  namespace?: string;
  name: string;
  changes?: string[];
}

export interface Me {
  user: { name: string; groups?: string[]; email?: string };
  csrfToken: string;
  expiresAt?: string;
  mode: 'loopback' | 'cluster';
  cluster?: { name?: string; server?: string; version?: string };
  rehearsal?: boolean;
}

export interface LoginProviders {
  mode: 'loopback' | 'cluster';
  providers: { name: string; displayName?: string; type?: string }[];
  tokenLogin: boolean;
}

export interface Permissions {
  namespace?: string;
  can: Record<string, boolean>;
}

export interface Items<T> {
  items: T[];
  continue?: string;
  resourceVersion?: string;
}

export interface Change {
  topic: string;
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'RESYNC';
  namespace?: string | null;
  name?: string | null;
  row?: unknown;
}
