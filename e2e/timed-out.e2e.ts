import type { Page } from 'playwright';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

/** Shorter than anything the body waits for. */
const LIMIT_MS = 1_000;

describe('a browser test that runs out of time', () => {
  const people = setUpPeople();
  let page: Page;
  let waits: Promise<PromiseSettledResult<unknown>[]> | undefined;
  beforeEach(async () => {
    page = await people.stranger();
  });
  // A hook of the file: the test itself is to fail.
  afterAll(async () => {
    expect(page.isClosed()).toBe(true);
    expect(await waits).toMatchObject([
      { status: 'rejected', reason: { message: expect.stringContaining('closed') } },
      { status: 'rejected', reason: { message: 'The test ended while it waited: what never comes' } },
    ]);
  });

  test.fails('is cut off from its pages, and waits for nothing any more', { timeout: LIMIT_MS }, async () => {
    waits = Promise.allSettled([
      page.getByText('What never comes').waitFor(),
      until('what never comes', () => false),
    ]);
    await waits;
  });
});
