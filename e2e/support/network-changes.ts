import type { Page } from 'playwright';

/** Chromium's, when an address of the machine comes or goes, as the networks of other tests do: it ends what it loads. */
const NETWORK_CHANGED = 'net::ERR_NETWORK_CHANGED';

async function again<Result>(load: () => Promise<Result>): Promise<Result> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof Error && error.message.includes(NETWORK_CHANGED))) throw error;
    return await load();
  }
}

/** An address that a test opens in the page is opened once more where the machine's networks have changed meanwhile. */
export function outliveNetworkChanges(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = (url, options) => again(() => goto(url, options));
  page.reload = (options) => again(() => reload(options));
}
