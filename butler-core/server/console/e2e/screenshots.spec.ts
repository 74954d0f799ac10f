import { mkdirSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REPORTS, SCHEMES, WIDTHS, launch, visit } from './browser';
import { pagesOf, settled } from './pages';
import { logIn, startTarget } from './target';
import type { Target } from './target';

let browser: Browser;
let target: Target;
const directory = `${REPORTS}screenshots/`;

beforeAll(async () => {
  mkdirSync(directory, { recursive: true });
  [browser, target] = await Promise.all([launch(), startTarget({ total: 1_200 })]);
});

afterAll(async () => {
  await browser?.close();
  await target?.stop();
});

/** Labels of stacked table rows that are higher than their row, and cover the next one. Runs in the page. */
function overlappingLabels(): string[] {
  return [...document.querySelectorAll<HTMLElement>('.stacked td[data-label]')]
    .filter((cell) => cell.scrollHeight > cell.clientHeight + 1)
    .map((cell) => cell.dataset.label ?? '');
}

for (const width of WIDTHS) {
  for (const scheme of SCHEMES) {
    test(`every page fits into ${width} px, ${scheme}`, { timeout: 240_000 }, async () => {
      const { context, page, findings } = await visit(browser, { width, scheme });
      await page.goto(`${target.urls.admin}/login`);
      await settled(page);
      await page.screenshot({ path: `${directory}login-${width}-${scheme}.png` });
      const url = await logIn(page, target, 'admin');
      const tooWide: string[] = [];
      const overlapping: string[] = [];
      for (const [name, path] of await pagesOf(page)) {
        await page.goto(url + path);
        await settled(page);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        if (overflow > 0) tooWide.push(`${name}: ${overflow} px`);
        overlapping.push(...(await page.evaluate(overlappingLabels)).map((label) => `${name}: ${label}`));
        await page.screenshot({ path: `${directory}${name}-${width}-${scheme}.png`, fullPage: !['clusters', 'clusters-new', 'teams-new', 'providers-new'].includes(name) });
      }
      expect(tooWide).toEqual([]);
      expect(overlapping).toEqual([]);
      expect(findings).toEqual({ cspViolations: [], errors: [], foreignRequests: [] });
      await context.close();
    });
  }
}
