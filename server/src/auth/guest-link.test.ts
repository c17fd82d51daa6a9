import { describe, expect, it } from 'vitest';
import type { GroupId, UserId } from '#protocol/ids.ts';
import { issueGuestLink, revokeGuestLink } from './guest-link.ts';
import { PASSWORD, setUpTestAuth } from './test-auth.ts';

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
  test.change(({ db }) => issueGuestLink(db, { kind: 'group', groupId }, 'guest@example.com'));
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

describe('a guest link', () => {
  it('lets whoever holds it into that call', async () => {
    const groupId = await makeGroup(null);
    const link = await issue(groupId);
    expect(await test.auth.verifyGuestToken(link.token)).toEqual({
      kind: 'guest',
      linkId: link.id,
      reach: { kind: 'group', groupId },
    });
  });

  it('ends after 24 hours where the group has no end', async () => {
    const { expiresAt } = await issue(await makeGroup(null));
    expect(Math.abs(expiresAt.getTime() - inHours(24).getTime())).toBeLessThan(5_000);
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
    await test.change(({ db }) => revokeGuestLink(db, link.id));
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
