import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

export const REPORTS = fileURLToPath(new URL('../reports/', import.meta.url));
mkdirSync(REPORTS, { recursive: true });

export const WIDTHS = [1280, 400] as const;
export const SCHEMES = ['light', 'dark'] as const;

/** The program in BUTLER_CHROMIUM or on the PATH. */
function chromiumPath(): string {
  return execFileSync('sh', [`${ROOT}scripts/testbench-chromium`, '--check'], { encoding: 'utf8' }).trim();
}

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}

/** What went wrong in a browser context, apart from what a test expects. */
export interface Findings {
  cspViolations: string[];
  errors: string[];
  foreignRequests: string[];
}

export interface Visit {
  context: BrowserContext;
  page: Page;
  findings: Findings;
}

function isLoginPage(request: Request): boolean {
  return new URL(request.frame().url()).pathname.startsWith('/interaction/');
}

/** Opens a context of its own, so that it has its own session, and records every violation of the policy and script error. */
export async function visit(browser: Browser, options: { width?: number; height?: number; scheme?: 'light' | 'dark' } = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: options.width ?? 1280, height: options.height ?? 900 }, colorScheme: options.scheme ?? 'light', reducedMotion: 'reduce', acceptDownloads: true });
  const findings: Findings = { cspViolations: [], errors: [], foreignRequests: [] };
  await context.route((url) => !['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname) && url.protocol.startsWith('http'), (route) => {
    // The development pages of oidc-provider, where users of a platform log in, request a font.
    if (!isLoginPage(route.request())) findings.foreignRequests.push(route.request().url());
    return route.abort();
  });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) findings.cspViolations.push(message.text());
  });
  page.on('pageerror', (error) => findings.errors.push(String(error.stack ?? error)));
  return { context, page, findings };
}
