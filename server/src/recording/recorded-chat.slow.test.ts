import { describe, expect, it } from 'vitest';
import { WAIT_LIMIT_MS } from '#platform/testing/slow.ts';
import type { RecordingId } from '#protocol/ids.ts';
import { eventually } from '#server/testing/eventually.ts';
import { setUpServers } from '#server/testing/set-up-servers.ts';
import { messagesOf } from './recorded-messages.ts';
import { movedCall } from './testing/moved-call.ts';

describe('the chat of a call that the server records (R10)', () => {
  const servers = setUpServers({ withMediaNode: true });
  const { enter } = servers;

  const people = async () => {
    const { people: made, db } = servers.world;
    const customerId = await made.customer();
    await db.updateTable('features').set({ recording: true }).where('customer_id', '=', customerId).execute();
    return [await made.user('Hana', customerId), await made.user('Ken', customerId)] as const;
  };
  const writtenIn = (id: RecordingId) =>
    servers.world.db
      .selectFrom('recording_messages')
      .where('recording_id', '=', id)
      .select(['party_name', 'text', 'said_at'])
      .orderBy('said_at')
      .execute();
  const textsOf = async (id: RecordingId) =>
    (await writtenIn(id)).map(({ party_name, text }) => `${party_name}: ${text}`);

  it('is kept of a group call, from the beginning of the recording to its end, whichever server hears it', async () => {
    const [hana, ken] = await people();
    const groupId = await servers.world.people.group(hana, [ken]);
    const owner = await enter(servers.server, hana);
    const member = await enter(servers.other, ken);
    for (const client of [owner, member]) {
      await client.request('groupCall.join', { target: { kind: 'group', groupId } });
    }
    await owner.request('groupCall.say', { text: 'Before' });
    const { recordingId } = await owner.request('recording.start', {});
    await member.request('groupCall.say', { text: 'First' });
    await eventually(async () => expect(await textsOf(recordingId)).toEqual(['Ken: First']));
    await owner.request('groupCall.say', { text: 'Second' });
    await eventually(async () => expect(await textsOf(recordingId)).toEqual(['Ken: First', 'Hana: Second']));
    await owner.request('recording.stop', {});
    await owner.request('groupCall.say', { text: 'After' });
    // What is written while the next recording of the same group runs belongs to that one.
    await eventually(async () => {
      const { state } = await servers.world.db
        .selectFrom('recordings')
        .where('id', '=', recordingId)
        .select('state')
        .executeTakeFirstOrThrow();
      expect(state).toBe('ready');
    });
    const next = await owner.request('recording.start', {});
    await owner.request('groupCall.say', { text: 'Next' });
    await eventually(async () => expect(await textsOf(next.recordingId)).toEqual(['Hana: Next']));
    expect(await textsOf(recordingId)).toEqual(['Ken: First', 'Hana: Second']);
    await owner.request('recording.stop', {});
  });

  it('is kept of a call between two that has moved', async () => {
    const [hana, ken] = await people();
    const { callId, caller, callee } = await movedCall(servers, hana, ken);
    const { recordingId } = await caller.request('recording.start', {});
    await callee.request('directCall.say', { callId, text: 'Hello' });
    await eventually(async () => expect(await textsOf(recordingId)).toEqual(['Ken: Hello']));
    // A media node whose clock is wrong does not move it.
    const { db } = servers.world;
    const started_at = new Date(Date.now() - 3_600_000);
    await db.updateTable('recordings').set({ started_at }).where('id', '=', recordingId).execute();
    const { messages } = await messagesOf(db, recordingId, null);
    expect(messages[0]?.offset).toBeLessThan(WAIT_LIMIT_MS / 1_000);
    await caller.request('recording.stop', {});
    await caller.request('directCall.hangUp', { callId, reason: 'hung-up' });
  });
});
