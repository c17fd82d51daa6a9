import { beforeAll, describe, expect, it } from 'vitest';
import { SLOW } from '#platform/testing/slow.ts';
import type { CustomerId, GroupId, PairId } from '#protocol/ids.ts';
import { CloseCode } from '#protocol/limits.ts';
import { verifyGuestToken } from '#server/auth/guest-link.ts';
import { eventually } from './eventually.ts';
import type { Person } from './people.ts';
import { setUpPartition } from './set-up-partition.ts';
import type { TestSignalClient } from './signal-client.ts';

const HANG_UP = { reason: 'hung-up' } as const;

const ofGroup = (groupId: GroupId) => ({ target: { kind: 'group', groupId } }) as const;

describe('what is changed while a server is cut off from the others (S15)', () => {
  const servers = setUpPartition();
  let customer: CustomerId;

  beforeAll(async () => {
    customer = await servers.world.people.customer();
  });

  /** Both sides know it: what was sent by then is lost. */
  const cutOff = async () => {
    const stranger = await servers.world.people.user('Stranger', customer);
    servers.partition.begin();
    await eventually(() => expect(servers.far.bus.connected).toBe(false), SLOW);
    await eventually(() => expect(servers.near.presence.canReach(stranger.key)).toBe(false), SLOW);
  };
  const heal = async () => {
    servers.partition.end();
    await eventually(async () => expect(await servers.far.confirm()).toBe(true), SLOW);
  };
  const user = (name: string, of = customer) => servers.world.people.user(name, of);
  /** Someone of the far server talks to someone of the near one, by the far one's call. */
  const talk = async (of = customer) => {
    const [hana, ken] = [await user('Hana', of), await user('Ken', of)];
    const pairId = await servers.world.people.pair(hana, ken);
    const call = await servers.talk(
      { server: servers.far, person: hana },
      { server: servers.near, person: ken },
      pairId,
    );
    return { hana, ken, pairId, ...call };
  };
  const revokeFamily = ({ familyId }: Person) =>
    servers.world.db
      .updateTable('refresh_tokens')
      .set({ revoked_at: new Date() })
      .where('family_id', '=', familyId)
      .execute();
  const deletePair = async (pairId: PairId, parties: readonly Person[]) => {
    await servers.world.db.deleteFrom('pairs').where('id', '=', pairId).execute();
    servers.world.events.publish({
      type: 'pair-changed',
      pairId,
      parties: parties.map(({ key }) => key),
      callable: false,
    });
  };
  const isOpen = (client: TestSignalClient) => client.request('session.ping', {});

  it('takes effect there once it is back, and nothing that is still right is touched', {
    timeout: 90_000,
  }, async () => {
    const { db, events, people } = servers.world;
    const signedOut = await user('Signed out');
    const signedOutThere = await servers.far.enter(signedOut);
    const deleted = await user('Deleted');
    const deletedThere = await servers.far.enter(deleted);
    const lobby = await people.device('Lobby', customer);
    const lobbyThere = await servers.far.enter(lobby);
    const owner = await user('Owner');
    const group = await people.group(owner, []);
    const token = await people.guestToken(group);
    const guest = servers.far.connect();
    await guest.open({ kind: 'guest', token, name: 'Visitor' });
    await guest.request('groupCall.join', ofGroup(group));
    const doomed = await people.group(owner, []);
    const ownerThere = await servers.far.enter(owner);
    await ownerThere.request('groupCall.join', ofGroup(doomed));
    const withdrawn = await people.customer();
    const featureless = await talk(withdrawn);
    const parted = await talk();
    // Those who may stay as they are.
    const unharmed = await talk();
    const staying = await user('Staying');
    const other = await user('Other');
    const stayingGroup = await people.group(staying, []);
    const member = await servers.far.enter(staying);
    await member.request('groupCall.join', ofGroup(stayingGroup));
    const watcher = await servers.far.enter(staying);
    await watcher.request('presence.watch', {});
    const otherClient = await servers.near.enter(other);
    await eventually(() => expect(servers.far.presence.stateOf(other.key)).toBe('online'));

    await cutOff();
    await revokeFamily(signedOut);
    events.publish({ type: 'tokens-revoked', partyKey: signedOut.key, familyId: signedOut.familyId });
    await db.deleteFrom('users').where('id', '=', deleted.id).execute();
    events.publish({ type: 'tokens-revoked', partyKey: deleted.key, familyId: null });
    await db.updateTable('devices').set({ state: 'DISABLED' }).where('id', '=', lobby.id).execute();
    events.publish({ type: 'device-disabled', deviceId: lobby.id });
    const { linkId } = await verifyGuestToken(db, token);
    await db.updateTable('guest_links').set({ revoked_at: new Date() }).where('id', '=', linkId).execute();
    events.publish({ type: 'tokens-revoked', partyKey: `guest:${linkId}`, familyId: null });
    await db.deleteFrom('groups').where('id', '=', doomed).execute();
    events.publish({ type: 'group-deleted', groupId: doomed, parties: [owner.key] });
    await db
      .updateTable('features')
      .set({ enabled: false })
      .where('customer_id', '=', withdrawn)
      .where('service', '=', 'service_video_chat')
      .execute();
    events.publish({ type: 'features-changed', customerId: withdrawn });
    await deletePair(parted.pairId, [parted.hana, parted.ken]);
    const added = await people.pair(staying, other);
    events.publish({
      type: 'pair-changed',
      pairId: added,
      parties: [staying.key, other.key],
      callable: true,
    });
    // None of it has come through.
    for (const client of [signedOutThere, deletedThere, lobbyThere, guest, ownerThere, featureless.caller])
      await isOpen(client);
    expect(ownerThere.noticesOf('groupCall.ended')).toEqual([]);

    await heal();
    const gone = [signedOutThere, deletedThere, lobbyThere, guest];
    expect(await Promise.all(gone.map(({ closed }) => closed))).toEqual(
      gone.map(() => CloseCode.unauthenticated),
    );
    expect(await ownerThere.notice('groupCall.ended')).toEqual({ reason: 'group-closed' });
    for (const { caller, callee, callId } of [featureless, parted]) {
      expect(await caller.notice('directCall.ended')).toMatchObject({ callId, reason: 'revoked' });
      expect(await callee.notice('directCall.ended')).toMatchObject({ callId, reason: 'revoked' });
    }
    expect(await watcher.notice('presence.changed', ({ partyKey }) => partyKey === other.key)).toMatchObject({
      state: 'online',
    });
    await watcher.notice('resource.changed', ({ resource }) => resource === 'pairs');

    for (const client of [member, watcher, unharmed.caller, unharmed.callee, otherClient, ownerThere])
      await isOpen(client);
    await member.request('groupCall.say', { text: 'still here' });
    await unharmed.caller.request('directCall.signal', {
      callId: unharmed.callId,
      message: { kind: 'candidate', candidate: null },
    });
    await unharmed.callee.notice('directCall.signalled');
    const losses = [member, unharmed.caller, unharmed.callee].flatMap((client) => [
      ...client.noticesOf('groupCall.ended'),
      ...client.noticesOf('groupCall.rebuildNeeded'),
      ...client.noticesOf('directCall.ended'),
    ]);
    expect(losses).toEqual([]);
    await unharmed.caller.request('directCall.hangUp', { callId: unharmed.callId, ...HANG_UP });
  });

  it('takes effect on the others where it was the cut-off server that changed it', SLOW, async () => {
    const hana = await user('Hana');
    const ken = await user('Ken');
    const [signedOut, stays] = [await servers.near.enter(hana), await servers.near.enter(ken)];
    await cutOff();
    await revokeFamily(hana);
    servers.far.events.publish({ type: 'tokens-revoked', partyKey: hana.key, familyId: hana.familyId });
    await isOpen(signedOut);
    await heal();
    expect(await signedOut.closed).toBe(CloseCode.unauthenticated);
    await stays.notice('resource.changed');
    await isOpen(stays);
  });
});
