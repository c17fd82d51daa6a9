import { afterAll, describe, expect, it, vi } from 'vitest';
import type { UserId } from '#protocol/ids.ts';
import { makeSerial } from '#protocol/serial.ts';
import { hashPassword, needsRehash, verifyPassword } from './password.ts';
import { newDeviceSecret } from './sign-in.ts';
import { ADDRESS, PASSWORD, setUpTestAuth } from './testing/test-auth.ts';

// Works as usual, and counts its calls. An earlier file may have loaded the module already, so load it again.
vi.hoisted(() => vi.resetModules());
vi.mock('./password.ts', { spy: true });
afterAll(() => {
  vi.resetModules();
});

const LIMIT = 5;
const test = setUpTestAuth({ perAccount: LIMIT, perAddress: 1_000 });
let count = 0;
const newMail = () => `signin${++count}@example.com`;
const signIn = (mail: string, password: string, address = ADDRESS) =>
  test.auth.signIn.withPassword({ mail, password, address });

describe('sign-in by password', () => {
  it('takes the address however it is written, and the password only as it is', async () => {
    const mail = newMail();
    await test.makeUser(mail, PASSWORD);
    expect(await signIn(mail.toUpperCase(), PASSWORD)).toMatchObject({ token: expect.any(String) });
    await expect(signIn(mail, PASSWORD.toUpperCase())).rejects.toMatchObject({ code: 'wrong-credentials' });
  });

  it('answers the same for a wrong password and for an account that does not exist', async () => {
    const mail = newMail();
    await test.makeUser(mail, PASSWORD);
    const refusal = (asked: string) => signIn(asked, 'wrong password').catch((error: Error) => error);
    const [wrong, nobody] = [await refusal(mail), await refusal('nobody@example.com')];
    expect(nobody).toEqual(wrong);
    expect(wrong).toMatchObject({ code: 'wrong-credentials', status: 401 });
  });

  it('hashes a password for an account that does not exist too, so that the time tells nothing', async () => {
    const mail = newMail();
    await test.makeUser(mail, PASSWORD);
    const hashesOf = async (asked: string) => {
      vi.mocked(verifyPassword).mockClear();
      await signIn(asked, 'wrong password').catch(() => undefined);
      return vi.mocked(verifyPassword).mock.calls.map(([, hash]) => needsRehash(hash));
    };
    const ofToday = [false];
    expect(await hashesOf(mail)).toEqual(ofToday);
    expect(await hashesOf('nobody@example.com')).toEqual(ofToday);
  });

  it('lets an admin in, also where a user has the same address: the password tells', async () => {
    const mail = newMail();
    await test.makeUser(mail, PASSWORD);
    const password_hash = await hashPassword('the admin’s own');
    await test.db.insertInto('admins').values({ mail, password_hash, state: 'VERIFIED' }).execute();
    const admin = await signIn(mail, 'the admin’s own');
    expect(await test.auth.verifyAccessToken(admin.token)).toMatchObject({ kind: 'admin' });
    const user = await signIn(mail, PASSWORD);
    expect(await test.auth.verifyAccessToken(user.token)).toMatchObject({ kind: 'user' });
  });

  it('replaces a hash of older costs', async () => {
    const mail = newMail();
    const id = (await test.makeUser(mail, PASSWORD)) as UserId;
    const old = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    await test.db.updateTable('users').set({ password_hash: old }).where('id', '=', id).execute();
    await signIn(mail, 'password');
    const { password_hash } = await test.db
      .selectFrom('users')
      .where('id', '=', id)
      .select('password_hash')
      .executeTakeFirstOrThrow();
    expect(needsRehash(password_hash)).toBe(false);
    expect(await signIn(mail, 'password')).toBeDefined();
  });

  it('replaces a hash of older costs for two who sign in at once, and lets both in', async () => {
    const mail = newMail();
    const id = (await test.makeUser(mail, PASSWORD)) as UserId;
    const old = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    await test.db.updateTable('users').set({ password_hash: old }).where('id', '=', id).execute();
    const both = await Promise.all([signIn(mail, 'password'), signIn(mail, 'password')]);
    for (const { refreshToken } of both) expect(await test.auth.refresh(refreshToken)).toBeDefined();
  });

  it('is refused after too many failures, also with the right password, until the time is over', async () => {
    const mail = newMail();
    await test.makeUser(mail, PASSWORD);
    const attempts = Array.from({ length: LIMIT }, () => signIn(mail, 'wrong password'));
    expect((await Promise.allSettled(attempts)).every(({ status }) => status === 'rejected')).toBe(true);
    const refusal = { code: 'too-many-requests', status: 429, retryAfterMs: expect.any(Number) };
    await expect(signIn(mail, PASSWORD)).rejects.toMatchObject(refusal);
    // Where the owner is, no one has failed.
    expect(await signIn(mail, PASSWORD, '203.0.113.9')).toBeDefined();
    await test.db.updateTable('rate_limits').set({ window_ends_at: new Date() }).execute();
    expect(await signIn(mail, PASSWORD)).toBeDefined();
  });

  it('does not count what succeeds', async () => {
    const mail = newMail();
    await test.makeUser(mail, PASSWORD);
    for (let round = 0; round < LIMIT + 2; round++) await signIn(mail, PASSWORD);
  });
});

describe('sign-in of a device', () => {
  const { long: serial, printed } = makeSerial('TEST', 7);
  const makeDevice = async () => {
    const { secret, secretHash } = newDeviceSecret();
    const customer = await test.db.selectFrom('customers').select('id').executeTakeFirstOrThrow();
    await test.db
      .insertInto('devices')
      .values({ serial, serial_printed: printed, secret_hash: secretHash, customer_id: customer.id })
      .execute();
    return secret;
  };

  it('takes the serial and the secret, until the device is disabled', async () => {
    const secret = await makeDevice();
    const withSecret = (given: string) =>
      test.auth.signIn.withDeviceSecret({ serial, secret: given, address: ADDRESS });
    const { token, refreshToken } = await withSecret(secret);
    expect(await test.auth.verifyAccessToken(token)).toMatchObject({ kind: 'device' });
    await expect(withSecret('wrong')).rejects.toMatchObject({ code: 'wrong-credentials' });

    await test.db.updateTable('devices').set({ state: 'DISABLED' }).where('serial', '=', serial).execute();
    await expect(test.auth.verifyAccessToken(token)).rejects.toMatchObject({ code: 'device-disabled' });
    await expect(test.auth.refresh(refreshToken)).rejects.toMatchObject({ code: 'device-disabled' });
    await expect(withSecret(secret)).rejects.toMatchObject({ code: 'device-disabled' });
    await expect(withSecret('wrong')).rejects.toMatchObject({ code: 'wrong-credentials' });
  });

  it('tells nothing of a serial that does not exist', async () => {
    const unknown = makeSerial('TEST', 8).long;
    await expect(
      test.auth.signIn.withDeviceSecret({ serial: unknown, secret: 'x', address: ADDRESS }),
    ).rejects.toMatchObject({ code: 'wrong-credentials' });
  });
});
