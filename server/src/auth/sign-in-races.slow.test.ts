import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeSerial } from '#protocol/serial.ts';
import type { Trx } from '#server/db/database.ts';
import { eventually } from '#server/testing/eventually.ts';
import type { Change } from './change.ts';
import { hashPassword } from './password.ts';
import type { Tokens } from './refresh-tokens.ts';
import { newDeviceSecret } from './sign-in.ts';
import { ADDRESS, lastLink, PASSWORD, setUpTestAuth } from './testing/test-auth.ts';

/** Each holds one of the four connections while it waits, and the change holds the fourth. */
const AT_ONCE = 3;
const ROUNDS = 10;
const BETTER = 'a better password';

const test = setUpTestAuth();
let count = 0;
const newMail = () => `races${++count}@example.com`;
const signIn = (mail: string) =>
  test.auth.signIn.withPassword({ mail, password: PASSWORD, address: ADDRESS });

interface Race {
  readonly id: string;
  /** With the password or secret from before the change. */
  signIn(): Promise<Tokens>;
  change(change: Change): Promise<unknown>;
}

const makeDevice = async () => {
  const { long: serial, printed } = makeSerial('TEST', ++count);
  const { secret, secretHash } = newDeviceSecret();
  const customer = await test.db.selectFrom('customers').select('id').executeTakeFirstOrThrow();
  const { id } = await test.db
    .insertInto('devices')
    .values({ serial, serial_printed: printed, secret_hash: secretHash, customer_id: customer.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, signIn: () => test.auth.signIn.withDeviceSecret({ serial, secret, address: ADDRESS }) };
};

const races: Readonly<Record<string, () => Promise<Race>>> = {
  'a password is reset': async () => {
    const mail = newMail();
    const id = await test.makeUser(mail, PASSWORD);
    await test.auth.accounts.sendResetLink({ audience: 'user', mail });
    const request = {
      ...lastLink(test.mails),
      audience: 'user',
      password: BETTER,
      address: ADDRESS,
    } as const;
    return {
      id,
      signIn: () => signIn(mail),
      change: (change) => test.auth.accounts.resetPassword(change, request),
    };
  },
  'users change their own password': async () => {
    const mail = newMail();
    const id = await test.makeUser(mail, PASSWORD);
    return {
      id,
      signIn: () => signIn(mail),
      change: (change) => test.auth.accounts.changePassword(change, 'user', id, BETTER),
    };
  },
  'administrators change their own password': async () => {
    const mail = newMail();
    const { id } = await test.db
      .insertInto('admins')
      .values({ mail, password_hash: await hashPassword(PASSWORD), state: 'VERIFIED' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return {
      id,
      signIn: () => signIn(mail),
      change: (change) => test.auth.accounts.changePassword(change, 'admin', id, BETTER),
    };
  },
  'a change of the mail address is undone': async () => {
    const [former, mail] = [newMail(), newMail()];
    const id = await test.makeUser(former, PASSWORD);
    await test.change(async (change) => {
      const request = { kind: 'user', id, mail, byOwner: true, causedBy: null, lang: 'en' } as const;
      await test.auth.mailChanges.request(change, { ...request, address: ADDRESS });
      await test.auth.mailChanges.confirm(change, 'user', id);
    });
    const link = { ...lastLink(test.mails), address: ADDRESS };
    return { id, signIn: () => signIn(mail), change: (change) => test.auth.mailChanges.undo(change, link) };
  },
  'a device is disabled': async () => {
    const device = await makeDevice();
    return {
      ...device,
      async change(change) {
        await change.db
          .updateTable('devices')
          .set({ state: 'DISABLED' })
          .where('id', '=', device.id)
          .execute();
        await test.auth.accounts.endSignIns(change, 'device', device.id);
      },
    };
  },
  'the secret of a device is renewed': async () => {
    const device = await makeDevice();
    return {
      ...device,
      async change(change) {
        await change.db
          .updateTable('devices')
          .set({ secret_hash: newDeviceSecret().secretHash })
          .where('id', '=', device.id)
          .execute();
        await test.auth.accounts.endSignIns(change, 'device', device.id);
      },
    };
  },
};

/** Begins what gives tokens while the change is made but not committed, and commits it once all of them wait. */
async function whileItChanges(
  { change }: Race,
  begin: () => Promise<Tokens>,
): Promise<readonly PromiseSettledResult<Tokens>[]> {
  const { ended } = await test.change(async (within) => {
    await change(within);
    let isOver = false;
    const ended = Promise.allSettled(Array.from({ length: AT_ONCE }, begin)).finally(() => {
      isOver = true;
    });
    await eventually(async () => {
      if (!isOver) expect(await waitingForLocks(within.db)).toBe(AT_ONCE);
    });
    // In an object, because an async function would wait for the promise itself: the sign-ins wait for this transaction.
    return { ended };
  });
  return await ended;
}

async function waitingForLocks(db: Trx): Promise<number> {
  // A transaction sees the activity of when it first looked.
  await sql`select pg_stat_clear_snapshot()`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}

const livingTokens = (id: string) =>
  test.db
    .selectFrom('refresh_tokens')
    .where('principal_id', '=', id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .select('id')
    .execute();

describe.each(Object.entries(races))('while %s', (_, prepare) => {
  it('no sign-in that is under way gets tokens', async () => {
    const race = await prepare();
    const outcomes = await whileItChanges(race, race.signIn);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    expect(await livingTokens(race.id)).toEqual([]);
  });

  it('no refresh that is under way gets tokens', async () => {
    const race = await prepare();
    const { refreshToken } = await race.signIn();
    const outcomes = await whileItChanges(race, () => test.auth.refresh(refreshToken));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    expect(await livingTokens(race.id)).toEqual([]);
  });
});

it('sign-ins, refreshes and sign-outs during a change end in no deadlock, and no token of before is good after it', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const mail = newMail();
    const id = await test.makeUser(mail, PASSWORD);
    const [leaving, ...staying] = await Promise.all([signIn(mail), signIn(mail), signIn(mail)]);
    const principal = await test.auth.verifyAccessToken(leaving.token);
    const change = test.change((within) => test.auth.accounts.changePassword(within, 'user', id, BETTER));
    const others = await Promise.allSettled([
      signIn(mail),
      test.auth.signOut(principal),
      ...staying.map(({ refreshToken }) => test.auth.refresh(refreshToken)),
      signIn(mail),
    ]);
    await change;
    const refusals = others.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ code: expect.stringMatching(/^wrong-(credentials|token)$/) });
    }
    expect(await livingTokens(id)).toEqual([]);
  }
});

it('a refresh at the moment of the sign-out does not outlive it', async () => {
  const mail = newMail();
  const id = await test.makeUser(mail, PASSWORD);
  for (let round = 0; round < ROUNDS; round++) {
    const { token, refreshToken } = await signIn(mail);
    const principal = await test.auth.verifyAccessToken(token);
    await Promise.allSettled([test.auth.refresh(refreshToken), test.auth.signOut(principal)]);
    expect(await livingTokens(id)).toEqual([]);
  }
});
