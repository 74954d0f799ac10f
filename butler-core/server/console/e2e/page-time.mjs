// Measures how long the list of tenant clusters takes to show all rows, for scripts/bench console.
// Reads CONSOLE_URL, CONSOLE_COOKIE and CONSOLE_ROWS; prints the milliseconds of each load as a JSON list.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const LOADS = 5;
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const executablePath = execFileSync('sh', [`${root}scripts/testbench-chromium`, '--check'], { encoding: 'utf8' }).trim();
const url = process.env.CONSOLE_URL;
const [name, value] = process.env.CONSOLE_COOKIE.split('=', 2);
const rows = Number(process.env.CONSOLE_ROWS);

const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  const millis = [];
  for (let i = 0; i < LOADS; i++) {
    await page.goto(`${url}/clusters`);
    await page.waitForFunction((expected) => {
      const table = document.querySelector('table.clusters');
      return table && Number(table.getAttribute('aria-rowcount')) >= expected && table.querySelectorAll('tbody tr').length > 2 && !document.querySelector('.total')?.textContent?.includes('loading');
    }, rows, { timeout: 60_000, polling: 'raf' });
    millis.push(await page.evaluate(() => Math.round(performance.now())));
  }
  console.log(JSON.stringify(millis));
} finally {
  await browser.close();
}
