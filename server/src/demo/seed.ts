import { sql } from 'kysely';
import type { Logger } from '#platform/log.ts';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { makeSerial } from '#protocol/serial.ts';
import { hashOpaqueToken } from '#server/auth/opaque-token.ts';
import { hashPassword } from '#server/auth/password.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { Links } from '#server/links.ts';
import { type DemoAccounts, makeDemoAccounts, readDemoAccounts, writeDemoAccounts } from './demo-accounts.ts';

const CUSTOMER_NAME = 'Demo';
const CUSTOMER_MAIL = 'manager@example.com';
const GROUP_NAME = 'Demo group';
const SERIAL = makeSerial('HIBIKI', 1);

/** Any number will do, as long as nobody else locks it. */
const SEED_LOCK = 5_412_776;

/**
 * Something to try the product with: an admin, a manager of a customer with everything enabled, three users who are
 * paired with each other, a group of them, and a device. Made once: what is changed or deleted later stays so. Where
 * only the file or only the database was lost, the two are brought together again.
 */
export async function seedDemoData(deps: {
  readonly db: Db;
  readonly links: Links;
  readonly dataFolder: string;
  readonly log: Logger;
}): Promise<void> {
  const { db, links, dataFolder, log } = deps;
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(trx);
    const kept = await readDemoAccounts(dataFolder);
    const seeded = await trx
      .selectFrom('customers')
      .where('name', '=', CUSTOMER_NAME)
      .where('mail', '=', CUSTOMER_MAIL)
      .select('id')
      .executeTakeFirst();
    if (kept && seeded) return;
    const accounts = kept ?? makeDemoAccounts(SERIAL.long, links);
    // First the file: passwords that nobody can read would be of no use.
    if (!kept) await writeDemoAccounts(dataFolder, accounts);
    await seed(trx, accounts, seeded?.id);
    log.info('Demo accounts made');
  });
}

async function seed(trx: Trx, accounts: DemoAccounts, existing: CustomerId | undefined): Promise<void> {
  const customerId = existing ?? (await insertCustomer(trx));
  const users = new Map<string, UserId>();
  for (const { role, mail, password } of accounts.accounts) {
    const passwordHash = await hashPassword(password);
    if (role === 'admin') {
      await trx
        .insertInto('admins')
        .values({ mail, password_hash: passwordHash, state: 'VERIFIED' })
        .onConflict((conflict) => conflict.column('mail_key').doUpdateSet({ password_hash: passwordHash }))
        .execute();
    } else {
      const id = await upsertUser(trx, customerId, mail, passwordHash, role === 'manager');
      users.set(mail, id);
    }
  }
  const deviceId = await upsertDevice(trx, customerId, accounts.device.secret);
  if (existing) return;

  const [alice, bob, carol, manager] = ['alice', 'bob', 'carol', 'manager'].map((name) =>
    users.get(`${name}@example.com`),
  );
  if (!alice || !bob || !carol || !manager) throw new Error('The demo accounts file lacks an account');
  await trx.insertInto('customer_managers').values({ customer_id: customerId, user_id: manager }).execute();
  const pairs = await trx
    .insertInto('pairs')
    .values([
      { owner_user_id: alice, target_user_id: bob, name: 'Bob', state: 'VERIFIED' },
      { owner_user_id: alice, target_user_id: carol, name: 'Carol', state: 'VERIFIED' },
      { owner_user_id: bob, target_user_id: carol, name: 'Carol', state: 'VERIFIED' },
      { owner_user_id: alice, target_device_id: deviceId, name: 'Reception', state: 'VERIFIED' },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'owner_user_id', 'target_user_id'])
    .execute();
  const group = await trx
    .insertInto('groups')
    .values({ name: GROUP_NAME, owner_user_id: alice })
    .returning('id')
    .executeTakeFirstOrThrow();
  const members = pairs.filter((pair) => pair.owner_user_id === alice && pair.target_user_id !== null);
  await trx
    .insertInto('group_members')
    .values(members.map((pair) => ({ group_id: group.id, pair_id: pair.id })))
    .execute();
}

async function insertCustomer(trx: Trx): Promise<CustomerId> {
  const { id } = await trx
    .insertInto('customers')
    .values({ name: CUSTOMER_NAME, mail: CUSTOMER_MAIL, state: 'VERIFIED' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const everything = {
    customer_id: id,
    enabled: true,
    recording: true,
    share_camera: true,
    share_screen: true,
    share_playback: true,
  };
  await trx
    .insertInto('features')
    .values([
      { ...everything, service: 'service_video_chat' },
      { ...everything, service: 'service_group_chat' },
    ])
    .execute();
  return id;
}

async function upsertUser(
  trx: Trx,
  customerId: CustomerId,
  mail: string,
  passwordHash: string,
  isManager: boolean,
): Promise<UserId> {
  const name = mail.split('@', 1)[0] ?? mail;
  const { id } = await trx
    .insertInto('users')
    .values({
      mail,
      nickname: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      password_hash: passwordHash,
      state: 'VERIFIED',
      is_manager: isManager,
      customer_id: customerId,
      // So that one can look round at once.
      terms_agreed_at: new Date(),
    })
    .onConflict((conflict) => conflict.column('mail_key').doUpdateSet({ password_hash: passwordHash }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('settings')
    .values({ user_id: id })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  return id;
}

async function upsertDevice(trx: Trx, customerId: CustomerId, secret: string) {
  const secretHash = hashOpaqueToken(secret).toString('hex');
  const { id } = await trx
    .insertInto('devices')
    .values({
      serial: SERIAL.long,
      serial_printed: SERIAL.printed,
      name: 'Reception',
      secret_hash: secretHash,
      customer_id: customerId,
    })
    .onConflict((conflict) => conflict.column('serial').doUpdateSet({ secret_hash: secretHash }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
