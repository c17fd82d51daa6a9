import { sql } from 'kysely';
import type { Logger } from '#platform/log.ts';
import { makeSerial } from '#protocol/serial.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { Links } from '#server/links.ts';
import { type DemoAccounts, makeDemoAccounts, readDemoAccounts, writeDemoAccounts } from './demo-accounts.ts';
import { insertDemoData } from './insert-demo-data.ts';

const SERIAL = makeSerial('HIBIKI', 1);
/** Any number serves, as long as nothing else locks it. */
const SEED_LOCK = 5_412_776;

export interface SeedDeps {
  readonly db: Db;
  readonly links: Links;
  readonly dataFolder: string;
  readonly log: Logger;
}

/**
 * Gives a local installation something to try: demo accounts that can call each other, and the services of the default
 * customer, so that someone who signs up can call as well. Each is made once, as `seeds` remembers: what is renamed,
 * changed or deleted later stays so, and no password is ever set again.
 */
export async function seedDemoData({ db, links, dataFolder, log }: SeedDeps): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Servers that start at the same time wait for the first.
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(trx);
    if (await claimSeed(trx, 'default-services')) await enableDefaultServices(trx);
    if (!(await claimSeed(trx, 'demo-accounts'))) return;
    const kept = await readDemoAccounts(dataFolder);
    const accounts = kept ?? makeDemoAccounts(SERIAL.long, links);
    // An installation that is older than the mark, or people of the same names: they keep what they have.
    if (await isAnyTaken(trx, accounts)) return log.info('Demo accounts not made: some exist already');
    // The file comes first: no one could read the passwords of accounts that lack it.
    if (!kept) await writeDemoAccounts(dataFolder, accounts);
    await insertDemoData(trx, SERIAL, accounts);
    log.info('Demo accounts made');
  });
}

/** True once in the life of a database. */
async function claimSeed(trx: Trx, name: string): Promise<boolean> {
  const claimed = await trx
    .insertInto('seeds')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Switches everything on, unless someone has already chosen what the default customer may use. */
async function enableDefaultServices(trx: Trx): Promise<void> {
  const all = {
    enabled: true,
    recording: true,
    share_camera: true,
    share_screen: true,
    share_playback: true,
  };
  const ofDefault = (eb: { selectFrom: Trx['selectFrom'] }) =>
    eb.selectFrom('customers').where('is_default', '=', true).select('id');
  const chosen = await trx
    .selectFrom('features')
    .where('customer_id', 'in', ofDefault(trx))
    .where('revision', '>', 1)
    .select('id')
    .executeTakeFirst();
  if (chosen) return;
  await trx.updateTable('features').set(all).where('customer_id', 'in', ofDefault(trx)).execute();
}

async function isAnyTaken(trx: Trx, { accounts, device }: DemoAccounts): Promise<boolean> {
  const mails = accounts.map(({ mail }) => mail);
  const taken = await trx
    .selectFrom('users')
    .where('mail_key', 'in', mails)
    .select('mail as name')
    .union(trx.selectFrom('admins').where('mail_key', 'in', mails).select('mail as name'))
    .union(trx.selectFrom('devices').where('serial', '=', device.serial).select('serial as name'))
    .executeTakeFirst();
  return taken !== undefined;
}
