import type { CDPSession, Locator, Page } from 'playwright';
import { followRequests } from './api-requests.ts';
import { firstRow } from './paint-timer.ts';

/** What a page holds. */
interface PageMemory {
  /** Of JavaScript, in MB. */
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** Reads what a page holds, after everything that is no longer used has been given back. */
async function readMemory(session: CDPSession): Promise<PageMemory> {
  // What finalizers and weak references let go of is collected the second time.
  for (let time = 0; time < 2; time++) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const read = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return {
    heapMb: read('JSHeapUsedSize') / 1_000_000,
    nodes: read('Nodes'),
    listeners: read('JSEventListeners'),
  };
}

async function openMemorySession(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.enable');
  return session;
}

/** Pages that fill what is kept on purpose, before it is looked whether more and more is held. */
const WARM_UP = 20;
const TURNS = 200;
const READ_EVERY = 45;

/** What a page holds after so many pages of a list were turned. */
export interface MemoryAfter extends PageMemory {
  readonly kind: 'memory';
  readonly turns: number;
}

/** Turns 200 pages of the list that is shown, and reads what is held after the first 20 and then now and again. */
export async function turnPages(page: Page, next: () => Locator): Promise<readonly MemoryAfter[]> {
  const session = await openMemorySession(page);
  const { settled } = followRequests(page);
  const found: MemoryAfter[] = [];
  for (let turns = 1; turns <= TURNS; turns++) {
    const before = await firstRow(page);
    await next().click();
    await page.waitForFunction(
      (id) => document.querySelector<HTMLElement>('main tbody tr[data-id]')?.dataset.id !== id,
      before,
    );
    if (turns < WARM_UP || (turns - WARM_UP) % READ_EVERY > 0) continue;
    await settled();
    found.push({ kind: 'memory', turns, ...(await readMemory(session)) });
  }
  await session.detach();
  return found;
}
