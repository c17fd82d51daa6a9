import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { GroupId, UserId } from '#protocol/ids.ts';
import { issueGuestLink, revokeGuestLinks } from './guest-link.ts';
import { PASSWORD, setUpTestAuth } from './testing/test-auth.ts';

const test = setUpTestAuth();
let count = 0;

async function makeGroup(endsAt: Date | null): Promise<GroupId> {
  const owner = (await test.makeUser(`guests${++count}@example.com`, PASSWORD)) as UserId;
  const { id } = await test.db
    .insertInto('groups')
    .values({ name: 'Group', owner_user_id: owner, ends_at: endsAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const issue = (groupId: GroupId) =>
  test.change(({ db }) =>
    issueGuestLink(db, test.auth.guestTokens, { kind: 'group', groupId }, 'guest@example.com'),
  );
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

describe('a guest link', () => {
  it('lets its holder into that call', async () => {
    const groupId = await makeGroup(null);
    const link = await issue(groupId);
    expect(await test.auth.verifyGuestToken(link.token)).toEqual({
      kind: 'guest',
      linkId: link.id,
      maxGuests: 20,
      reach: { kind: 'group', groupId },
    });
  });

  it.each([
    { group: 'no end', starts: null, left: 23, over: 24 },
    { group: 'no end, and begins next week', starts: 168, left: 191, over: 192 },
  ])('ends 24 hours later where the group has $group', async ({ starts, left, over }) => {
    const groupId = await makeGroup(null);
    const { token, id } = await issue(groupId);
    /** As if the link had been made, and the group planned, so many hours earlier. */
    const wait = async (hours: number) => {
      await test.db
        .updateTable('groups')
        .set({ starts_at: starts === null ? null : inHours(starts - hours) })
        .where('id', '=', groupId)
        .execute();
      await test.db
        .updateTable('guest_links')
        .set({ expires_at: inHours(24 - hours) })
        .where('id', '=', id)
        .execute();
    };
    await wait(left);
    await test.auth.verifyGuestToken(token);
    await wait(over);
    await expect(test.auth.verifyGuestToken(token)).rejects.toMatchObject({ code: 'guest-link-expired' });
  });

  it('ends with its group, also when the end is changed later', async () => {
    const groupId = await makeGroup(inHours(1));
    const { token } = await issue(groupId);
    await test.auth.verifyGuestToken(token);
    await test.db
      .updateTable('groups')
      .set({ ends_at: inHours(-1) })
      .where('id', '=', groupId)
      .execute();
    await expect(test.auth.verifyGuestToken(token)).rejects.toMatchObject({
      code: 'guest-link-expired',
      status: 410,
    });
  });

  it('can be revoked', async () => {
    const link = await issue(await makeGroup(null));
    await test.change((change) => revokeGuestLinks(change, sql<boolean>`id = ${link.id}`));
    await expect(test.auth.verifyGuestToken(link.token)).rejects.toMatchObject({
      code: 'guest-link-revoked',
    });
  });

  it.each(['', 'x', 'q83vEjRWeJC7zN3u_wARIjNEVWZ3iJmqu8zd7v8AESI'])(
    'is unknown when made up: %j',
    async (token) => {
      await expect(test.auth.verifyGuestToken(token)).rejects.toMatchObject({ code: 'guest-link-unknown' });
    },
  );
});
