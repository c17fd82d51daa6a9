import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import { readSerial } from '#protocol/serial.ts';
import { verifyPassword } from '#server/auth/password.ts';
import { servicesInForce } from '#server/db/services-in-force.ts';
import { createLinks } from '#server/links.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { DEMO_ACCOUNTS_FILE, type DemoAccounts } from './demo-accounts.ts';
import { seedDemoData } from './seed.ts';

const database = setUpTestDatabase({ per: 'test' });
let dataFolder: string;
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'demo-'));
});
afterEach(async () => {
  await rm(dataFolder, { recursive: true });
});

const seed = () =>
  seedDemoData({
    db: database.db,
    links: createLinks('http://localhost:3000'),
    dataFolder,
    log: createLog({ name: 'test', level: 'silent' }),
  });
const file = () => join(dataFolder, DEMO_ACCOUNTS_FILE);
const readAccounts = async (): Promise<DemoAccounts> => JSON.parse(await readFile(file(), 'utf8'));
const hashOf = (mail: string) =>
  database.db
    .selectFrom('users')
    .where('mail', '=', mail)
    .select(['password_hash', 'state'])
    .executeTakeFirstOrThrow();

const namesOf = async (table: 'customers' | 'users') => {
  const rows =
    table === 'customers'
      ? await database.db.selectFrom('customers').select('name').execute()
      : await database.db.selectFrom('users').select('mail as name').execute();
  return rows.map(({ name }) => name).sort();
};
const defaultFlags = async () => {
  const { id } = await database.db
    .selectFrom('customers')
    .where('is_default', '=', true)
    .select('id')
    .executeTakeFirstOrThrow();
  return Object.values(await servicesInForce(database.db, id)).flatMap((service) => Object.values(service));
};

describe('the demo data', () => {
  it('is an admin, a manager with everything enabled, three users who are paired, a group and a device', async () => {
    await seed();
    const { accounts, device } = await readAccounts();
    expect(accounts.map(({ role, mail }) => `${role} ${mail}`)).toEqual([
      'user alice@example.com',
      'user bob@example.com',
      'user carol@example.com',
      'manager manager@example.com',
      'admin admin@example.com',
    ]);
    for (const { role, mail, password } of accounts.filter((account) => account.role !== 'admin')) {
      const { password_hash, state } = await hashOf(mail);
      expect(await verifyPassword(password, password_hash), `${role} ${mail}`).toBe(true);
      expect(state).toBe('VERIFIED');
    }
    const customer = await database.db
      .selectFrom('customers')
      .innerJoin('customer_managers', 'customer_managers.customer_id', 'customers.id')
      .innerJoin('users', 'users.id', 'customer_managers.user_id')
      .select(['customers.id', 'users.mail', 'users.is_manager'])
      .executeTakeFirstOrThrow();
    expect(customer).toMatchObject({ mail: 'manager@example.com', is_manager: true });
    const services = await servicesInForce(database.db, customer.id);
    expect(Object.values(services).flatMap((service) => Object.values(service))).not.toContain(false);

    const pairs = await database.db.selectFrom('pairs').select('state').execute();
    expect(pairs).toHaveLength(4);
    expect(pairs.every(({ state }) => state === 'VERIFIED')).toBe(true);
    expect(await database.db.selectFrom('group_members').selectAll().execute()).toHaveLength(2);
    expect(readSerial(device.serial)?.long).toBe(device.serial);
    expect(device.url).toContain('/device#serial=');
  });

  it('has its passwords in a file that its owner alone may read', async () => {
    await seed();
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  it('is made once: what someone has changed or deleted since stays so', async () => {
    await seed();
    const first = await readFile(file(), 'utf8');
    await database.db
      .updateTable('users')
      .set({ password_hash: 'changed' })
      .where('mail', '=', 'bob@example.com')
      .execute();
    await database.db.deleteFrom('groups').execute();
    await seed();
    expect(await readFile(file(), 'utf8')).toBe(first);
    expect((await hashOf('bob@example.com')).password_hash).toBe('changed');
    expect(await database.db.selectFrom('groups').select('id').execute()).toEqual([]);
  });

  it('starts, and makes nothing again, after everything of it was renamed or deleted', async () => {
    await seed();
    await database.db.updateTable('customers').set({ name: 'ACME' }).where('name', '=', 'Demo').execute();
    await database.db.deleteFrom('pairs').execute();
    await database.db.deleteFrom('devices').execute();
    await database.db
      .deleteFrom('users')
      .where('mail', 'in', ['bob@example.com', 'carol@example.com'])
      .execute();
    await database.db.updateTable('admins').set({ password_hash: 'changed' }).execute();
    await seed();
    expect(await namesOf('customers')).toEqual(['ACME', 'default']);
    expect(await namesOf('users')).toEqual(['alice@example.com', 'manager@example.com']);
    expect(await database.db.selectFrom('pairs').select('id').execute()).toEqual([]);
    expect(await database.db.selectFrom('devices').select('id').execute()).toEqual([]);
    expect(await database.db.selectFrom('admins').select('password_hash').execute()).toEqual([
      { password_hash: 'changed' },
    ]);
  });

  it('sets no password again where the file was lost', async () => {
    await seed();
    const { password_hash } = await hashOf('alice@example.com');
    await rm(file());
    await seed();
    expect((await hashOf('alice@example.com')).password_hash).toBe(password_hash);
    await expect(stat(file())).rejects.toThrow('ENOENT');
  });

  it('keeps its passwords where the database was lost', async () => {
    await seed();
    const before = await readAccounts();
    await seed();
    expect(await readAccounts()).toEqual(before);
    const { password_hash } = await hashOf('alice@example.com');
    expect(await verifyPassword(before.accounts[0]?.password ?? '', password_hash)).toBe(true);
    expect(await database.db.selectFrom('pairs').select('id').execute()).toHaveLength(4);
  });

  it('leaves an installation alone that is older than the memory of what was made', async () => {
    await seed();
    await database.db.updateTable('customers').set({ name: 'ACME' }).where('name', '=', 'Demo').execute();
    await database.db.deleteFrom('seeds').execute();
    const before = await hashOf('alice@example.com');
    await seed();
    expect(await hashOf('alice@example.com')).toEqual(before);
    expect(await namesOf('customers')).toEqual(['ACME', 'default']);
  });

  it('lets people who sign up call: the services of the default customer are on', async () => {
    await seed();
    expect(await defaultFlags()).not.toContain(false);
  });

  it('leaves the default customer as someone has set it since', async () => {
    await seed();
    await database.db.updateTable('features').set({ recording: false }).execute();
    await seed();
    expect(await defaultFlags()).toContain(false);
  });

  it('leaves the default customer as someone had set it before', async () => {
    await database.db.updateTable('features').set({ recording: true, revision: 2 }).execute();
    await seed();
    expect(await defaultFlags()).toContain(false);
  });

  it('is made once by servers that start at the same time', async () => {
    await Promise.all([seed(), seed(), seed()]);
    expect(await database.db.selectFrom('customers').select('id').execute()).toHaveLength(2);
    const { accounts } = await readAccounts();
    const { password_hash } = await hashOf('alice@example.com');
    expect(await verifyPassword(accounts[0]?.password ?? '', password_hash)).toBe(true);
  });
});
