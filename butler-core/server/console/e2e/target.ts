import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Page } from 'playwright-core';
import { MockServer } from './mock/server.mjs';

export type Role = 'admin' | 'viewer';

/** A running console server with sample data. */
export interface Target {
  /** The address of the console for a role. */
  urls: Record<Role, string>;
  /** The server of the mock, for tests that interrupt it; absent with a real server. */
  mock: MockServer | undefined;
  /** Tokens for the login page; without them, users log in with a one-time link. */
  tokens: Record<Role, string> | undefined;
  /** Users who log in at the identity provider. */
  users: Record<Role, string> | undefined;
  /** Returns a one-time link. */
  link(role: Role): Promise<string>;
  /** The namespace in which tests create tenant clusters. */
  namespace: string;
  stop(): Promise<void>;
}

const COMMAND = process.env['BUTLER_CONSOLE_SERVER_COMMAND'];

export const IS_MOCK = !COMMAND;

/** Starts the mock, or the command in BUTLER_CONSOLE_SERVER_COMMAND (the classes SampleConsole and PlatformConsole describe what it prints and reads). */
export function startTarget(options: { total?: number; stepMillis?: number } = {}): Promise<Target> {
  return COMMAND ? startCommand(COMMAND) : startMock(options);
}

async function startMock(options: { total?: number; stepMillis?: number }): Promise<Target> {
  const mock = await new MockServer(options).start();
  return {
    urls: { admin: mock.url, viewer: mock.url },
    mock,
    tokens: { admin: 'token-of-the-administrator', viewer: 'token-of-the-viewer' },
    users: undefined,
    link: () => Promise.reject(new Error('the mock has no links')),
    namespace: 'payments',
    stop: () => mock.stop(),
  };
}

async function startCommand(command: string): Promise<Target> {
  const server = spawn('sh', ['-c', `exec ${command}`], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<Record<string, string>> => {
    for (let line = await lines.next(); !line.done; line = await lines.next()) {
      if (line.value.startsWith('{')) return JSON.parse(line.value) as Record<string, string>;
    }
    throw new Error('the command ended');
  };
  const ready = await next();
  const origin = (url: string): string => new URL(url).origin;
  return {
    urls: { admin: origin(ready['adminUrl']!), viewer: origin(ready['viewerUrl']!) },
    mock: undefined,
    tokens: undefined,
    users: ready['adminUser'] ? { admin: ready['adminUser'], viewer: ready['viewerUser']! } : undefined,
    link: async (role) => {
      server.stdin.write(`${role}\n`);
      return (await next())['link']!;
    },
    namespace: ready['namespace']!,
    stop: () => stop(server),
  };
}

function stop(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.kill('SIGKILL'), 15_000);
    server.on('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    server.stdin!.end();
  });
}

/** Logs in and returns the address of the console. */
export async function logIn(page: Page, target: Target, role: Role): Promise<string> {
  if (target.tokens) await logInWithToken(page, target.urls[role], target.tokens[role]);
  else if (target.users) await logInAtProvider(page, target.urls[role], target.users[role]);
  else await page.goto(await target.link(role));
  await page.locator('nav[aria-label="Pages"]').waitFor({ state: 'attached' });
  return target.urls[role];
}

/** Fills the pages of oidc-provider: the name with any password, then the consent. */
async function logInAtProvider(page: Page, url: string, user: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByRole('link', { name: 'Corporate' }).or(page.getByRole('button', { name: 'Corporate' })).first().click();
  await page.locator('input[name=login]').fill(user);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.locator('button[type=submit]', { hasText: 'Continue' }).click();
  await page.waitForURL(`${url}/**`);
}

async function logInWithToken(page: Page, url: string, token: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByText('Log in with a Kubernetes token').waitFor();
  if (!(await page.getByLabel('Token', { exact: true }).isVisible())) await page.getByText('Log in with a Kubernetes token').click();
  await page.getByLabel('Token', { exact: true }).fill(token);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}
