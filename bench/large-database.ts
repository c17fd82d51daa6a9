import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startDatabase } from '#scripts/embedded-database.ts';

/** As `npm start` runs it, with a disk that is waited for, and no table in it; gone with `owned`. */
export async function startEmptyDatabase(
  owned: AsyncDisposableStack,
): Promise<{ readonly folder: string; readonly url: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'hibiki-benchmark-'));
  owned.defer(() => rm(folder, { recursive: true, force: true }));
  const database = await startDatabase({ folder: join(folder, 'postgres') });
  owned.defer(() => database.stop());
  return { folder, url: database.url };
}

/** Another database of the same PostgreSQL. */
export async function createDatabase(url: string, name: string): Promise<string> {
  const client = await connect(url);
  await client.query(`create database ${name} template template0`);
  await client.end();
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

/** A connection without a statement time-out. The caller ends it. */
export async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}
