import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  readonly url: string;
  /** Cuts what is still connected, and removes the database. */
  drop(): Promise<void>;
}

async function withMaintenance<Result>(
  templateUrl: string,
  work: (client: Client, template: string) => Promise<Result>,
): Promise<Result> {
  const url = new URL(templateUrl);
  const template = url.pathname.slice(1);
  url.pathname = '/postgres';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    return await work(client, template);
  } finally {
    await client.end();
  }
}

/** A migrated database for one test file, with nothing in it but what the migrations put there. Takes about 40 ms. */
export const createTestDatabase = (): Promise<TestDatabase> => cloneDatabase(inject('templateUrl'));

/** A database without a table. */
export const createEmptyTestDatabase = (): Promise<TestDatabase> =>
  createDatabase(inject('templateUrl'), () => 'template template0');

export const cloneDatabase = (templateUrl: string): Promise<TestDatabase> =>
  createDatabase(templateUrl, (template) => `template ${template} strategy file_copy`);

async function createDatabase(
  templateUrl: string,
  describe: (template: string) => string,
): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await withMaintenance(templateUrl, (client, template) =>
    client.query(`create database ${name} ${describe(template)}`),
  );
  const url = new URL(templateUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => {
      await withMaintenance(templateUrl, (client) =>
        client.query(`drop database if exists ${name} with (force)`),
      );
    },
  };
}
