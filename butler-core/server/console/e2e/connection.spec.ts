import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, visit } from './browser';
import { settled } from './pages';
import { IS_MOCK, logIn, startTarget } from './target';
import type { Target } from './target';

let browser: Browser;
let target: Target;

// These tests interrupt the server, which only the mock permits.
beforeAll(async () => {
  if (IS_MOCK) [browser, target] = await Promise.all([launch(), startTarget({ total: 40 })]);
});

afterAll(async () => {
  await browser?.close();
  await target?.stop();
});

test.runIf(IS_MOCK)('a lost connection is reported, opened again, and what was missed is read', async () => {
  const { context, page } = await visit(browser);
  const url = await logIn(page, target, 'admin');
  await page.goto(`${url}/clusters?q=missed`);
  await settled(page);
  await context.setOffline(true);
  target.mock!.dropStreams();
  await page.getByText('Connection lost.').waitFor();
  const missed = { metadata: { name: 'missed', namespace: 'payments' }, spec: { kubernetesVersion: 'v1.36.6', workers: { replicas: 1 } } };
  const session = (await context.cookies()).map((cookie) => `${cookie.name}=${cookie.value}`).join('; ');
  const me = (await (await fetch(`${url}/api/auth/me`, { headers: { cookie: session } })).json()) as { csrfToken: string };
  await fetch(`${url}/api/clusters`, { method: 'POST', headers: { cookie: session, 'X-Butler-CSRF': me.csrfToken }, body: JSON.stringify(missed) });
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Connect now' }).click();
  await page.getByRole('link', { name: 'missed' }).waitFor({ timeout: 10_000 });
  await page.getByText('Connection lost.').waitFor({ state: 'detached' });
  await context.close();
});

test.runIf(IS_MOCK)('an expired session leads to the login page and back to the same page', async () => {
  const { context, page } = await visit(browser);
  const url = await logIn(page, target, 'admin');
  await page.goto(`${url}/teams/payments`);
  await settled(page);
  target.mock!.endSessions();
  await page.getByText('Your session has expired.').waitFor({ timeout: 10_000 });
  expect(await page.getByRole('link', { name: 'Log in with Example Corp' }).getAttribute('href')).toBe('/api/auth/login/sso?provider=corp&returnTo=%2Fteams%2Fpayments');
  await page.getByText('Log in with a Kubernetes token').click();
  await page.getByLabel('Token', { exact: true }).fill(target.tokens!.admin);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
  await context.close();
});

test.runIf(IS_MOCK)('a server that does not answer is reported with what is being waited for', async () => {
  const { context, page } = await visit(browser);
  await logIn(page, target, 'admin');
  target.mock!.delayMillis = 7_000;
  await page.getByRole('link', { name: 'Address pools', exact: true }).click();
  await page.getByText('Loading NetworkPools… The server has not answered for 5 s', { exact: false }).waitFor({ timeout: 9_000 });
  target.mock!.delayMillis = 0;
  await page.getByRole('link', { name: 'lab-pool' }).waitFor({ timeout: 10_000 });
  await context.close();
});

test.runIf(IS_MOCK)('the login page of loopback mode names the command', async () => {
  const { context, page } = await visit(browser);
  target.mock!.mode = 'loopback';
  await page.goto(`${target.urls.admin}/clusters`);
  await page.getByText('butleradm console --open').waitFor();
  target.mock!.mode = 'cluster';
  await context.close();
});

test.runIf(IS_MOCK)('pages show answers that arrive before the first frame is drawn', async () => {
  const { context, page } = await visit(browser);
  const url = await logIn(page, target, 'admin');
  await page.addInitScript(() => {
    window.requestAnimationFrame = (callback) => window.setTimeout(() => callback(performance.now()), 1_000);
  });
  for (const path of ['/networks', '/runs', '/audit', '/certificates']) {
    await page.goto(url + path);
    await page.getByRole('link', { name: 'Tenant clusters', exact: true }).waitFor({ timeout: 5_000 });
  }
  await context.close();
});
