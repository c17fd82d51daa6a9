import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choosePort } from './host-check.ts';
import { reachDatabase } from './reach-database.ts';
import { SetUpError } from './set-up-error.ts';
import { createEmptyTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyTestDatabase();
});
afterAll(() => database.drop());

async function refusalOf(url: string): Promise<string> {
  const error = await reachDatabase(url).catch((thrown: unknown) => thrown);
  if (!(error instanceof SetUpError)) throw new Error('It was not refused', { cause: error });
  return error.message;
}

const changed = (change: (url: URL) => void): string => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};

describe('reachDatabase', () => {
  it('accepts a database that answers', async () => {
    await reachDatabase(database.url);
  });

  it.each([
    [
      'a wrong password',
      () =>
        changed((url) => {
          url.password = 'top-secret';
        }),
      /password authentication failed/,
    ],
    [
      'a missing database',
      () =>
        changed((url) => {
          url.pathname = '/nowhere';
        }),
      /"nowhere" does not exist/,
    ],
    [
      'a port on which nothing listens',
      async () => `postgres://localhost:${await choosePort('127.0.0.1', 0)}/any`,
      /ECONNREFUSED/,
    ],
    ['a socket folder without a socket', () => 'postgres://any@localhost/any?host=/nowhere', /ENOENT/],
  ])('names the setting and the reason in one line: %s', async (_, url, reason) => {
    const said = await refusalOf(await url());
    expect(said).toMatch(reason);
    expect(said).toMatch(/^The database cannot be used: [^\n]+\. Check DATABASE_URL\.$/);
    expect(said).not.toContain('top-secret');
  });

  it('does not wait for a server that accepts a connection and says nothing', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    try {
      expect(await refusalOf(`postgres://127.0.0.1:${port}/any`)).toContain(": it doesn't answer.");
    } finally {
      silent.close();
    }
  });
});
