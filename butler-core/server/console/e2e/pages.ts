import type { Page } from 'playwright-core';

/** Every page of the console by the name of its screenshot. The page must be logged in. */
export async function pagesOf(page: Page): Promise<[string, string][]> {
  const { origin } = new URL(page.url());
  const cookie = await page.context().cookies();
  const read = async (path: string): Promise<Record<string, unknown>[]> => {
    const answer = await fetch(origin + path, { headers: { cookie: cookie.map((one) => `${one.name}=${one.value}`).join('; ') } });
    return answer.ok ? (((await answer.json()) as { items?: Record<string, unknown>[] }).items ?? []) : [];
  };
  const [cluster, pool, team, run] = [(await read('/api/clusters?limit=3'))[0], (await read('/api/admin/networks'))[0], (await read('/api/teams'))[0], (await read('/api/runs'))[0]];
  const detail = cluster && `/clusters/${cluster['namespace']}/${cluster['name']}`;
  const network = pool && `/networks/${pool['namespace']}/${pool['name']}`;
  return [
    ['overview', '/'],
    ['clusters', '/clusters'],
    ['clusters-new', '/clusters/new'],
    ...(detail ? ['overview', 'conditions', 'events', 'nodes', 'addons', 'yaml'].map((tab): [string, string] => [`cluster-${tab}`, tab === 'overview' ? detail : `${detail}?tab=${tab}`]) : []),
    ...(detail ? [['cluster-edit-new', `${detail}/edit`] as [string, string]] : []),
    ['addons', '/addons'],
    ['addons-clusters', '/addons?tab=clusters'],
    ['addons-catalog', '/addons?tab=catalog'],
    ['networks', '/networks'],
    ['networks-new', '/networks?new=1'],
    ...(network ? ['map', 'allocations', 'conditions'].map((tab): [string, string] => [`network-${tab}`, tab === 'map' ? network : `${network}?tab=${tab}`]) : []),
    ['teams', '/teams'],
    ['teams-new', '/teams?new=1'],
    ...(team ? [['team', `/teams/${team['name']}`] as [string, string]] : []),
    ['providers', '/providers'],
    ['providers-new', '/providers?new=1'],
    ['runs', '/runs'],
    ...(run ? [['run', `/runs/${encodeURIComponent(String(run['id']))}`] as [string, string]] : []),
    ['certificates', '/certificates'],
    ['audit', '/audit'],
    ['not-found', '/teams/nosuch-team'],
  ];
}

/** Waits until the page has read what it shows. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  const loading = '.waiting, .boot, nav[aria-busy]';
  await page.waitForFunction((selector) => !document.querySelector(selector), loading, { timeout: 15_000 }).catch(async () => {
    throw new Error(`${page.url()} still loads: ${(await page.locator(loading).allTextContents()).join(' | ')}`);
  });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
