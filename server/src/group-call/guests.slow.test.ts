import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { GroupId } from '#protocol/ids.ts';
import { verifyGuestToken } from '#server/auth/guest-link.ts';
import { eventually } from '#server/testing/eventually.ts';
import { MEDIA_NODE_START_MS, setUpServers } from '#server/testing/set-up-servers.ts';
import type { TestSignalClient } from '#server/testing/signal-client.ts';
import { queueWebhookEvent } from '#server/webhooks/queue-event.ts';
import { createLiveGroupCalls } from './live-group-calls.ts';

const PER_ADDRESS = 8;
const PER_MINUTE = 40;

const quiet = { callChanged() {} };
const newKey = () => randomBytes(16).toString('base64url');

describe('guests of a group call', () => {
  const servers = setUpServers({
    options: { graceMs: 2_000, guestsPerAddress: PER_ADDRESS, guestSessionsPerMinute: PER_MINUTE },
    withMediaNode: true,
  });

  const join = (client: TestSignalClient, groupId: GroupId) =>
    client.request('groupCall.join', { target: { kind: 'group', groupId } });

  /** Each test has a fresh minute: they share one network address. */
  const forgetCounts = () => servers.world.db.deleteFrom('rate_limits').execute();

  const meet = async (maxGuests = 20) => {
    await forgetCounts();
    const { people, db } = servers.world;
    const hana = await people.user('Hana', servers.customer);
    const groupId = await people.group(hana, []);
    const token = await people.guestToken(groupId);
    const { linkId } = await verifyGuestToken(db, token);
    await db.updateTable('guest_links').set({ max_guests: maxGuests }).where('id', '=', linkId).execute();
    const owner = await servers.enter(servers.server, hana);
    await join(owner, groupId);
    const guest = async (key = newKey(), name = 'Grace', server = servers.other) => {
      const client = servers.connect(server);
      await client.open({ kind: 'guest', token, name, key });
      return client;
    };
    return { hana, groupId, token, linkId, owner, guest };
  };

  it('are one person by one link and one browser, by any name (S14)', async () => {
    const { hana, guest } = await meet();
    const key = newKey();
    const idOf = (client: TestSignalClient) => client.session?.party?.id;
    const first = await guest(key);
    const second = await guest(key, 'Other', servers.server);
    expect(idOf(second)).toBe(idOf(first));
    expect(idOf(await guest())).not.toBe(idOf(first));
    // By another link no one can tell that it is the same browser.
    const other = await servers.world.people.group(hana, []);
    const elsewhere = servers.connect(servers.server);
    const token = await servers.world.people.guestToken(other);
    await elsewhere.open({ kind: 'guest', token, name: 'Grace', key });
    expect(idOf(elsewhere)).not.toBe(idOf(first));
  });

  it("are counted by the statistics of the group's customer once they have left", async () => {
    const { groupId, guest } = await meet();
    const grace = await guest();
    await join(grace, groupId);
    const visits = () =>
      servers.world.db
        .selectFrom('guest_visits')
        .where('customer_id', '=', servers.customer)
        .select(['call_id', 'duration_s'])
        .execute();
    const before = await visits();
    await grace.request('groupCall.leave', {});
    await eventually(async () => expect(await visits()).toHaveLength(before.length + 1));
  });

  it('who were removed stay out with a new session, and when the call has moved to another room (G15)', async () => {
    const { groupId, owner, guest, linkId } = await meet();
    const [key, friendKey] = [newKey(), newKey()];
    const troll = await guest(key, 'Troll');
    const friend = await guest(friendKey, 'Friend');
    await join(friend, groupId);
    const { memberId } = await join(troll, groupId);
    await owner.request('groupCall.removeMember', { memberId });
    expect(await troll.notice('groupCall.ended')).toEqual({ reason: 'removed-by-owner' });
    await expect(join(await guest(key, 'Nice'), groupId)).rejects.toMatchObject({ code: 'member-removed' });
    // Written down in the background: the room knows the person at once, the database the place.
    await eventually(async () =>
      expect(
        await servers.world.db
          .selectFrom('guest_removals')
          .where('link_id', '=', linkId)
          .selectAll()
          .execute(),
      ).toHaveLength(1),
    );
    // With a new key from the same place neither; who was in the call by then may reload.
    await expect(join(await guest(), groupId)).rejects.toMatchObject({ code: 'member-removed' });
    friend.close();
    const back = await guest(friendKey);
    await join(back, groupId);
    // The next room of the call remembers nothing itself.
    process.kill(servers.mediaNode.pid ?? Number.NaN, 'SIGKILL');
    await back.notice('groupCall.rebuildNeeded');
    for (const { sfu } of [servers.server, servers.other]) {
      expect(await sfu.whenAvailable(MEDIA_NODE_START_MS)).toBe(true);
    }
    await join(back, groupId);
    await expect(join(await guest(key), groupId)).rejects.toMatchObject({ code: 'member-removed' });
    await expect(
      (await guest(key)).request('groupCall.look', { target: { kind: 'group', groupId } }),
    ).rejects.toMatchObject({ code: 'member-removed' });
  });

  it('can be removed together with their link (G15)', async () => {
    const { groupId, owner, guest, token } = await meet();
    const [troll, friend] = [await guest(), await guest()];
    await join(friend, groupId);
    const { memberId } = await join(troll, groupId);
    await owner.request('groupCall.removeMember', { memberId, withdrawLink: true });
    expect(await friend.closed).toBe(4001);
    await expect(
      servers.connect(servers.server).open({ kind: 'guest', token, name: 'Grace', key: newKey() }),
    ).rejects.toMatchObject({ code: 'guest-link-revoked' });
  });

  it('come back into a locked call when they reload, as members do (G11)', async () => {
    const { groupId, owner, guest } = await meet();
    const key = newKey();
    const client = await guest(key);
    await join(client, groupId);
    await owner.request('groupCall.setLocked', { locked: true });
    client.close(1001);
    expect(await join(await guest(key), groupId)).toMatchObject({ locked: true });
    await expect(join(await guest(), groupId)).rejects.toMatchObject({ code: 'room-locked' });
  });

  it.each(['a\u0000b', '\ud800x', 'a\u202eb', ' ', 'a\u200bb', '\u3000'])(
    'have names that can be kept and read, not %j',
    async (name) => {
      const { guest } = await meet();
      await expect(guest(newKey(), name)).rejects.toMatchObject({ code: 'invalid-payload' });
      expect((await guest(newKey(), '花子 👩‍👧 O’Brien')).session?.party?.name).toBe('花子 👩‍👧 O’Brien');
    },
  );

  it('are as many at once as the owner of the link allows; a reload takes no second place (S14)', async () => {
    const { groupId, guest } = await meet(2);
    const key = newKey();
    const first = await guest(key);
    await join(first, groupId);
    await join(await guest(), groupId);
    await expect(guest()).rejects.toMatchObject({ code: 'guest-link-full' });
    // On another server, where their sessions are not seen, the room counts.
    await expect(join(await guest(newKey(), 'Late', servers.server), groupId)).rejects.toMatchObject({
      code: 'guest-link-full',
    });
    first.cut();
    await eventually(async () => join(await guest(key), groupId));
  });

  it('are few from one network address, and few new ones a minute (S14)', async () => {
    await eventually(() => expect(servers.other.signal.counts.sessions).toBe(0));
    const { groupId, token, guest, hana } = await meet();
    await Promise.all(Array.from({ length: PER_ADDRESS }, () => guest()));
    await expect(guest()).rejects.toMatchObject({ code: 'too-many-requests' });
    const refused = await Promise.allSettled(
      Array.from({ length: 2 * PER_MINUTE }, () =>
        servers.connect(servers.server).open({ kind: 'guest', token, name: 'Flood', key: newKey() }),
      ),
    );
    const opened = refused.filter(({ status }) => status === 'fulfilled');
    expect(opened.length).toBeLessThanOrEqual(PER_ADDRESS);
    const [{ count } = { count: 0 }] = await servers.world.db
      .selectFrom('rate_limits')
      .select('count')
      .where('count', '>', PER_MINUTE)
      .execute();
    expect(count).toBeGreaterThan(PER_MINUTE);
    // Members are not concerned.
    await join(await servers.enter(servers.other, hana), groupId);
  });

  it('do not make the row of a live call grow without end', async () => {
    const { db } = servers.world;
    const { groupId } = await meet();
    const parties = Array.from({ length: 200 }, (_, i) => ({
      kind: 'guest' as const,
      id: crypto.randomUUID(),
      name: `Guest ${i}`,
    }));
    const live = await eventually(() =>
      db.selectFrom('live_group_calls').where('group_id', '=', groupId).selectAll().executeTakeFirstOrThrow(),
    );
    await db
      .updateTable('live_group_calls')
      .set({ parties: JSON.stringify(parties) })
      .where('group_id', '=', groupId)
      .execute();
    const late = await servers.world.people.user('Late', servers.customer);
    await createLiveGroupCalls({ db, queueWebhookEvent, news: quiet, events: servers.world.events }).entered(
      groupId,
      live.room_id,
      {
        party: { kind: 'user', id: late.id, name: 'Late' },
        customerIds: [servers.customer],
      },
    );
    const after = await db
      .selectFrom('live_group_calls')
      .where('group_id', '=', groupId)
      .select('parties')
      .executeTakeFirstOrThrow();
    expect(after.parties).toHaveLength(200);
  });
});
