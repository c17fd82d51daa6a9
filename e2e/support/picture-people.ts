import type { CustomerId, UserId } from '#protocol/ids.ts';
import { makeSerial } from '#protocol/serial.ts';
import { hashPassword } from '#server/auth/password.ts';
import { newDeviceSecret } from '#server/auth/sign-in.ts';
import type { Db } from '#server/db/database.ts';
import { createLinks } from '#server/links.ts';
import type { System } from './system.ts';

/** Everyone whom this file adds signs in with it. */
export const PASSWORD = 'only for pictures';
const DAY_MS = 86_400_000;
/** Days before today with calls. */
export const HISTORY_DAYS = 30;
export const dayBefore = (days: number): string =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

const RENAMED = {
  alice: 'Alice Raman',
  bob: 'Bob Weber',
  carol: 'Carol Lima',
  manager: 'Ruth Okafor',
} as const;
const COLLEAGUES = [
  'Samuel Brandt',
  'Li Wei',
  'Tom Ashworth',
  'Nadia Haddad',
  'Elif Kaya',
  'Marco Rossi',
] as const;
/** On the kiosk, those first who are online. */
const JAPANESE = ['佐藤 美咲', '鈴木 健太', '高橋 陽菜', '田中 誠', '伊藤 さくら'] as const;
const DEVICES = ['Ward 2', 'Waiting room', 'Pharmacy', 'Front desk'] as const;

const CUSTOMER = 'Harbour Clinic';
export const GROUP = 'Morning round';

const mailOf = (name: string, index: number): string =>
  /^[a-z ]+$/i.test(name)
    ? `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
    : `member${index}@example.com`;

export interface PicturePeople {
  /** Sets the Japanese kiosk up; the path and fragment of the address. */
  readonly kioskPath: string;
  readonly japanese: readonly { readonly name: string; readonly mail: string }[];
}

/** Turns the demo into a clinic that has been at work for a month: people, devices, groups and calls. */
export async function fillForPictures(db: Db, system: System): Promise<PicturePeople> {
  const manager = system.account('manager').mail;
  const { customer_id: customerId } = await db
    .selectFrom('users')
    .where('mail', '=', manager)
    .select('customer_id')
    .executeTakeFirstOrThrow();
  await db.updateTable('customers').set({ name: CUSTOMER }).where('id', '=', customerId).execute();
  for (const [account, nickname] of Object.entries(RENAMED)) {
    await db
      .updateTable('users')
      .set({ nickname })
      .where('mail', '=', system.account(account).mail)
      .execute();
    const former = `${account.charAt(0).toUpperCase()}${account.slice(1)}`;
    await db.updateTable('pairs').set({ name: nickname }).where('name', '=', former).execute();
  }
  await db.updateTable('groups').set({ name: GROUP }).where('name', '=', 'Demo group').execute();
  const passwordHash = await hashPassword(PASSWORD);
  const insertUsers = async (names: readonly string[], lang: 'ja' | 'en') => {
    const rows = names.map((nickname, index) => ({
      mail: mailOf(nickname, index),
      nickname,
      password_hash: passwordHash,
      state: 'VERIFIED' as const,
      lang,
      customer_id: customerId,
      terms_agreed_at: new Date(),
    }));
    const users = await db.insertInto('users').values(rows).returning(['id', 'nickname', 'mail']).execute();
    await db
      .insertInto('settings')
      .values(users.map(({ id }) => ({ user_id: id })))
      .execute();
    return users;
  };
  const colleagues = await insertUsers(COLLEAGUES, 'en');
  const japanese = await insertUsers(JAPANESE, 'ja');
  await befriend(db, system, colleagues);
  await addDevices(db, customerId);
  const kioskPath = await addKiosk(db, customerId, japanese);
  const { id: alice } = await userOf(db, system, 'alice');
  await addHistory(db, customerId, [{ id: alice, nickname: RENAMED.alice }, ...colleagues]);
  return { kioskPath, japanese: japanese.map(({ nickname, mail }) => ({ name: nickname, mail })) };
}

interface Named {
  readonly id: UserId;
  readonly nickname: string;
}

const userOf = (db: Db, system: System, account: string): Promise<{ readonly id: UserId }> =>
  db
    .selectFrom('users')
    .where('mail', '=', system.account(account).mail)
    .select('id')
    .executeTakeFirstOrThrow();

/** Pairs and a second group of the one whose home is shown. */
async function befriend(db: Db, system: System, colleagues: readonly Named[]): Promise<void> {
  const { id: alice } = await userOf(db, system, 'alice');
  const pairs = await db
    .insertInto('pairs')
    .values(
      colleagues.slice(0, 3).map(({ id, nickname }) => ({
        owner_user_id: alice,
        target_user_id: id,
        name: nickname,
        state: 'VERIFIED' as const,
      })),
    )
    .returning('id')
    .execute();
  const group = await db
    .insertInto('groups')
    .values({ name: 'Discharge planning', owner_user_id: alice })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('group_members')
    .values(pairs.map(({ id }) => ({ group_id: group.id, pair_id: id })))
    .execute();
}

async function addDevices(db: Db, customerId: CustomerId): Promise<void> {
  await db
    .insertInto('devices')
    .values(
      DEVICES.map((name, index) => {
        const { long, printed } = makeSerial('CLINIC', index + 2);
        const { secretHash: secret_hash } = newDeviceSecret();
        return {
          serial: long,
          serial_printed: printed,
          name,
          secret_hash,
          customer_id: customerId,
          last_seen_at: new Date(),
        };
      }),
    )
    .execute();
}

/** A kiosk that can call the Japanese people and one group. */
async function addKiosk(db: Db, customerId: CustomerId, people: readonly Named[]): Promise<string> {
  const { long, printed } = makeSerial('CLINIC', 1);
  const { secret, secretHash } = newDeviceSecret();
  const { id: device } = await db
    .insertInto('devices')
    .values({
      serial: long,
      serial_printed: printed,
      name: '総合受付',
      secret_hash: secretHash,
      customer_id: customerId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const pairs = await db
    .insertInto('pairs')
    .values(
      people.map(({ id }) => ({
        owner_user_id: id,
        target_device_id: device,
        name: '総合受付',
        state: 'VERIFIED' as const,
      })),
    )
    .returning(['id', 'owner_user_id'])
    .execute();
  const [first] = pairs;
  if (!first) throw new Error('Nobody is on the kiosk');
  const group = await db
    .insertInto('groups')
    .values({ name: '看護師チーム', owner_user_id: first.owner_user_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('group_members').values({ group_id: group.id, pair_id: first.id }).execute();
  return createLinks('').device(long, secret);
}

/** Calls of the last month, more on weekdays than at weekends; the same numbers at each run. */
async function addHistory(db: Db, customerId: CustomerId, users: readonly Named[]): Promise<void> {
  const todayMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const rows = [];
  for (let day = 0; day <= HISTORY_DAYS; day++) {
    const midnightMs = todayMs - day * DAY_MS;
    const isWeekend = [0, 6].includes(new Date(midnightMs).getUTCDay());
    const count = isWeekend ? 3 + (day % 3) : 14 + ((day * 5) % 9);
    for (let call = 0; call < count; call++) {
      const startedMs = midnightMs + ((call * 31 * 60_000) % (9 * 3_600_000));
      const durationS = 120 + ((call * 173 + day * 61) % 1_500);
      if (startedMs + durationS * 1_000 > Date.now()) continue;
      const caller = users[call % users.length];
      const called = users[(call + 1 + (day % 3)) % users.length];
      if (caller === undefined || called === undefined || caller === called) continue;
      const ended = {
        kind: 'direct' as const,
        call_id: crypto.randomUUID(),
        customer_id: customerId,
        started_at: new Date(startedMs),
        ended_at: new Date(startedMs + durationS * 1_000),
        duration_s: durationS,
        end_reason: 'hung-up',
        set_up_ms: 300 + ((call * 37) % 400),
        good_s: durationS,
        fair_s: 0,
        poor_s: 0,
      };
      rows.push(
        { ...ended, user_id: caller.id, peer_id: called.id, peer_name: called.nickname, outgoing: true },
        { ...ended, user_id: called.id, peer_id: caller.id, peer_name: caller.nickname, outgoing: false },
      );
    }
  }
  await db.insertInto('connections').values(rows).execute();
}
