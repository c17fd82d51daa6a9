import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { MAX_SIGN_INS_PER_ACCOUNT } from './refresh-tokens.ts';
import { ADDRESS, PASSWORD, setUpTestAuth, userKey } from './testing/test-auth.ts';

const test = setUpTestAuth();

/** As many sign-ins as are kept, each a minute older than the one before; the two newest have ended. */
async function fill(id: string): Promise<void> {
  await sql`
    insert into refresh_tokens
      (family_id, principal_kind, principal_id, token_hash, expires_at, revoked_at, created_at)
    select gen_random_uuid(), 'user', ${id}::uuid, sha256((${id}::text || each)::bytea),
      now() + interval '30 days', case when each <= 2 then now() end, now() - each * interval '1 minute'
    from generate_series(1, ${MAX_SIGN_INS_PER_ACCOUNT}::integer) as each`.execute(test.db);
}

const kept = async (id: string) => {
  const { rows } = await sql<{ families: number; ended: number }>`
    select count(distinct family_id) as families, count(*) filter (where revoked_at is not null) as ended
    from refresh_tokens where principal_id = ${id}`.execute(test.db);
  return rows[0];
};

it('sign-ins are kept up to a number: those that have ended go first, then those not refreshed for longest', async () => {
  const mail = 'often@example.com';
  const id = await test.makeUser(mail, PASSWORD);
  await fill(id);
  const { family_id: oldest } = await test.db
    .selectFrom('refresh_tokens')
    .where('principal_id', '=', id)
    .orderBy('created_at')
    .select('family_id')
    .executeTakeFirstOrThrow();
  const signIn = () => test.auth.signIn.withPassword({ mail, password: PASSWORD, address: ADDRESS });
  const told = () => test.events.filter((event) => event.type === 'tokens-revoked');

  const first = await signIn();
  expect(await kept(id)).toEqual({ families: MAX_SIGN_INS_PER_ACCOUNT, ended: 1 });
  await signIn();
  expect(await kept(id)).toEqual({ families: MAX_SIGN_INS_PER_ACCOUNT, ended: 0 });
  expect(told()).toEqual([]);

  await signIn();
  expect(await kept(id)).toEqual({ families: MAX_SIGN_INS_PER_ACCOUNT, ended: 0 });
  expect(told()).toEqual([{ type: 'tokens-revoked', partyKey: userKey(id), familyId: oldest }]);
  expect(await test.auth.refresh(first.refreshToken)).toBeDefined();
});
