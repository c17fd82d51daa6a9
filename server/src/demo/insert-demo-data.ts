import type { CustomerId, DeviceId, UserId } from '#protocol/ids.ts';
import type { Serial } from '#protocol/serial.ts';
import { hashOpaqueToken } from '#server/auth/opaque-token.ts';
import { hashPassword } from '#server/auth/password.ts';
import type { Trx } from '#server/db/database.ts';
import type { DemoAccounts } from './demo-accounts.ts';

const CUSTOMER_NAME = 'Demo';
const GROUP_NAME = 'Demo group';
const DEVICE_NAME = 'Reception';

/** An admin, a manager of a customer with every feature, three users who are paired, a group of them, and a device. */
export async function insertDemoData(
  trx: Trx,
  serial: Serial,
  { accounts, device }: DemoAccounts,
): Promise<void> {
  const mailOf = (name: string): string => {
    const account = accounts.find(({ mail }) => mail.startsWith(`${name}@`));
    if (!account) throw new Error(`The demo accounts file lacks ${name}`);
    return account.mail;
  };
  const customerId = await insertCustomer(trx, mailOf('manager'));
  const users = new Map<string, UserId>();
  for (const { role, mail, password } of accounts) {
    const passwordHash = await hashPassword(password);
    if (role === 'admin') {
      await trx
        .insertInto('admins')
        .values({ mail, password_hash: passwordHash, state: 'VERIFIED' })
        .execute();
    } else {
      users.set(mail, await insertUser(trx, customerId, mail, passwordHash, role === 'manager'));
    }
  }
  const userOf = (name: string): UserId => {
    const id = users.get(mailOf(name));
    if (id === undefined) throw new Error(`The demo accounts file has ${name} as an admin`);
    return id;
  };
  const [alice, bob, carol] = [userOf('alice'), userOf('bob'), userOf('carol')];
  await trx
    .insertInto('customer_managers')
    .values({ customer_id: customerId, user_id: userOf('manager') })
    .execute();
  const deviceId = await insertDevice(trx, customerId, serial, device.secret);
  await trx
    .insertInto('pairs')
    .values([
      { owner_user_id: bob, target_user_id: carol, name: 'Carol', state: 'VERIFIED' },
      { owner_user_id: alice, target_device_id: deviceId, name: DEVICE_NAME, state: 'VERIFIED' },
    ])
    .execute();
  const members = await trx
    .insertInto('pairs')
    .values([
      { owner_user_id: alice, target_user_id: bob, name: 'Bob', state: 'VERIFIED' },
      { owner_user_id: alice, target_user_id: carol, name: 'Carol', state: 'VERIFIED' },
    ])
    .returning('id')
    .execute();
  const group = await trx
    .insertInto('groups')
    .values({ name: GROUP_NAME, owner_user_id: alice })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('group_members')
    .values(members.map(({ id }) => ({ group_id: group.id, pair_id: id })))
    .execute();
}

async function insertCustomer(trx: Trx, mail: string): Promise<CustomerId> {
  const { id } = await trx
    .insertInto('customers')
    .values({ name: CUSTOMER_NAME, mail, state: 'VERIFIED' })
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

async function insertUser(
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
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx.insertInto('settings').values({ user_id: id }).execute();
  return id;
}

async function insertDevice(
  trx: Trx,
  customerId: CustomerId,
  serial: Serial,
  secret: string,
): Promise<DeviceId> {
  const { id } = await trx
    .insertInto('devices')
    .values({
      serial: serial.long,
      serial_printed: serial.printed,
      name: DEVICE_NAME,
      secret_hash: hashOpaqueToken(secret).toString('hex'),
      customer_id: customerId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
