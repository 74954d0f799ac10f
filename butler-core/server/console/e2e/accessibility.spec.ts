import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCHEMES, launch, visit } from './browser';
import { pagesOf, settled } from './pages';
import { logIn, startTarget } from './target';
import type { Target } from './target';

interface AxeResults {
  violations: { id: string; impact: string; nodes: { html: string; failureSummary?: string }[] }[];
}

declare const axe: { run(options: unknown): Promise<AxeResults> };

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;
let target: Target;

beforeAll(async () => {
  [browser, target] = await Promise.all([launch(), startTarget({ total: 60 })]);
});

afterAll(async () => {
  await browser?.close();
  await target?.stop();
});

/** Evaluated by the debugger, so that the policy of the page needs no exception. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations: found } = await page.evaluate(() => axe.run({ resultTypes: ['violations'] }));
  return found.filter((one) => ['serious', 'critical'].includes(one.impact)).flatMap((one) => one.nodes.map((node) => `${one.impact} ${one.id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`));
}

for (const scheme of SCHEMES) {
  for (const width of [1280, 400]) {
    test(`axe-core finds nothing serious on any page, ${scheme}, ${width} px`, { timeout: 240_000 }, async () => {
      const { context, page } = await visit(browser, { scheme, width });
      await page.goto(`${target.urls.admin}/login`);
      await settled(page);
      const found: string[] = (await violations(page)).map((one) => `login: ${one}`);
      const url = await logIn(page, target, 'admin');
      const pages = await pagesOf(page);
      for (const [name, path] of pages) {
        await page.goto(url + path);
        await settled(page);
        await page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
        found.push(...(await violations(page)).map((one) => `${name}: ${one}`));
      }
      expect(found).toEqual([]);
      expect(pages.length).toBeGreaterThan(15);
      await context.close();
    });
  }
}

test('axe-core finds nothing serious in dialogs', async () => {
  const { context, page } = await visit(browser);
  const url = await logIn(page, target, 'admin');
  const cluster = (await pagesOf(page)).find(([name]) => name === 'cluster-overview')![1];
  await page.goto(url + cluster);
  await settled(page);
  for (const name of ['Scale', 'Pause', 'Delete']) {
    await page.locator('.actions').getByRole('button', { name, exact: true }).click();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
  }
  await context.close();
});

test('the keyboard reaches everything: skip link, navigation, dialog, address map', async () => {
  const { context, page } = await visit(browser);
  const url = await logIn(page, target, 'admin');
  await page.goto(`${url}/clusters`);
  await settled(page);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  expect(await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)).toBe('solid');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');

  const cluster = (await pagesOf(page)).find(([name]) => name === 'cluster-overview')![1];
  await page.goto(url + cluster);
  await settled(page);
  await page.locator('.actions').getByRole('button', { name: 'Scale' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  const inside: boolean[] = [];
  for (let i = 0; i < 8; i++) {
    await page.keyboard.press('Tab');
    inside.push(await page.evaluate(() => !document.activeElement || document.activeElement === document.body || document.activeElement.closest('dialog') !== null));
  }
  expect(inside.every(Boolean)).toBe(true);
  await page.keyboard.press('Escape');

  const pool = (await pagesOf(page)).find(([name]) => name === 'network-map');
  if (pool) {
    await page.goto(url + pool[1]);
    await settled(page);
    expect(await page.locator('.map button[tabindex="0"]').count()).toBe(1);
    await page.locator('.map button[tabindex="0"]').focus();
    const first = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await page.keyboard.press('ArrowRight');
    const second = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(second).not.toBe(first);
    expect(await page.locator('.map-detail').textContent()).toContain(second!.split(',')[0]);
    await page.keyboard.press('Home');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(first);
  }
  await context.close();
});

test('navigation moves the focus to the heading, and the title names the page', async () => {
  const { context, page } = await visit(browser);
  await logIn(page, target, 'admin');
  await page.getByRole('link', { name: 'Teams', exact: true }).click();
  await settled(page);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Teams');
  expect(await page.title()).toBe('Teams · Butler');
  await context.close();
});

test('the switch of colors wins over the system and is kept', async () => {
  const { context, page } = await visit(browser, { scheme: 'light' });
  await logIn(page, target, 'admin');
  const background = (): Promise<string> => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();
  await page.getByLabel('Colors').selectOption('dark');
  const dark = await background();
  expect(dark).not.toBe(light);
  await page.reload();
  await settled(page);
  expect(await background()).toBe(dark);
  await context.close();
});
