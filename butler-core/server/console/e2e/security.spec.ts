import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, visit } from './browser';
import { pagesOf, settled } from './pages';
import { IS_MOCK, logIn, startTarget } from './target';
import type { Target } from './target';

let browser: Browser;
let target: Target;

beforeAll(async () => {
  [browser, target] = await Promise.all([launch(), startTarget({ total: 40 })]);
});

afterAll(async () => {
  await browser?.close();
  await target?.stop();
});

const FORBIDDEN = /^(Create|Scale|Edit|Upgrade|Pause|Resume|Delete|Kubeconfig|Install|Uninstall|Change|Release|Add member|Remove|Check again)/;

test('a viewer sees no button that would be refused', { timeout: 120_000 }, async () => {
  const { context, page, findings } = await visit(browser);
  const url = await logIn(page, target, 'viewer');
  const offered: string[] = [];
  for (const [name, path] of await pagesOf(page)) {
    if (name.endsWith('-new')) continue;
    await page.goto(url + path);
    await settled(page);
    for (const text of await page.locator('main :is(button, a.button)').allTextContents()) if (FORBIDDEN.test(text.trim())) offered.push(`${name}: ${text}`);
  }
  expect(offered).toEqual([]);
  expect(findings.errors).toEqual([]);
  await context.close();
});

test('a forced request of a viewer gets 403, with a message that can be read', async () => {
  const { context, page } = await visit(browser);
  const url = await logIn(page, target, 'viewer');
  await page.goto(`${url}/clusters/new`);
  await settled(page);
  await page.getByLabel('Name (required)').first().fill('forced');
  await page.getByLabel('Namespace (required)').fill(target.namespace);
  const [answer] = await Promise.all([page.waitForResponse((one) => one.request().method() === 'POST' && one.url().endsWith('/api/clusters')), page.getByRole('button', { name: 'Create', exact: true }).click()]);
  expect(answer.status()).toBe(403);
  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect((await alert.textContent())!.length).toBeGreaterThan(20);
  const forced = await page.evaluate(async (namespace) => {
    const me = (await (await fetch('/api/auth/me')).json()) as { csrfToken: string };
    const statuses: number[] = [];
    for (const csrf of [me.csrfToken, 'wrong']) {
      statuses.push((await fetch('/api/clusters', { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Butler-CSRF': csrf }, body: JSON.stringify({ apiVersion: 'butler.butlerlabs.dev/v1alpha1', kind: 'TenantCluster', metadata: { name: 'forced', namespace }, spec: { kubernetesVersion: 'v1.36.6', workers: { replicas: 1 } } }) })).status);
    }
    return statuses;
  }, target.namespace);
  expect(forced).toEqual([403, 403]);
  await context.close();
});

test('a page without permission explains it', async () => {
  const { context, page } = await visit(browser);
  const url = await logIn(page, target, 'viewer');
  expect(await page.getByRole('link', { name: 'Audit' }).count()).toBe(0);
  await page.goto(`${url}/audit`);
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await context.close();
});

test.runIf(IS_MOCK)('names and messages with HTML are shown as text on every page', { timeout: 120_000 }, async () => {
  const { context, page, findings } = await visit(browser);
  const url = await logIn(page, target, 'admin');
  let shown = 0;
  for (const [, path] of [...(await pagesOf(page)), ['hostile', '/clusters/payments/hostile'], ['login', '/login?error=%3Cimg%20src=x%20onerror=window.hacked=1%3E']]) {
    await page.goto(url + path);
    await settled(page);
    expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined();
    expect(await page.locator('main img, main script').count()).toBe(0);
    shown += await page.getByText('<img src=x', { exact: false }).count();
  }
  expect(shown).toBeGreaterThan(10);
  expect(findings).toEqual({ cspViolations: [], errors: [], foreignRequests: [] });
  await context.close();
});

test('a wrong token is refused with a message, and the token is in no address and no storage', async ({ skip }) => {
  if (!target.tokens) return skip('the server has no login with a token');
  const { admin } = target.tokens;
  const { context, page } = await visit(browser);
  await page.goto(`${target.urls.admin}/login`);
  await settled(page);
  if (!(await page.getByLabel('Token', { exact: true }).isVisible())) await page.getByText('Log in with a Kubernetes token').click();
  await page.getByLabel('Token', { exact: true }).fill('secret-wrong-token');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('alert').waitFor();
  expect(page.url()).not.toContain('secret');
  await logIn(page, target, 'admin');
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie)).not.toContain(admin);
  await context.close();
});
