import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

async function query(database: TestDatabase, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('gives each test file a migrated database that no other sees', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await query(one, `insert into customers (name) values ('only here')`);
  expect(await query(one, 'select name from customers order by name')).toEqual([
    { name: 'default' },
    { name: 'only here' },
  ]);
  expect(await query(other, 'select name from customers')).toEqual([{ name: 'default' }]);
  await Promise.all([one.drop(), other.drop()]);
  await expect(query(one, 'select 1')).rejects.toThrow(/does not exist/);
});
