import { describe, expect, it } from 'vitest';
import { MAX_CHAT_CHARACTERS } from '#protocol/limits.ts';
import { setUpDirectCalls } from '#server/testing/direct-calls.ts';
import { eventually } from '#server/testing/eventually.ts';
import { layouts } from '#server/testing/set-up-servers.ts';
import { accessToken, type TestSignalClient } from '#server/testing/signal-client.ts';

const PAGE_LEFT = 1001;

const sessionOf = ({ session }: TestSignalClient) => {
  if (!session) throw new Error('No session is open');
  return session.sessionId;
};
const textsOf = (client: TestSignalClient) =>
  client.noticesOf('directCall.said').flatMap(({ data }) => (data && 'text' in data ? [data.text] : []));

describe.each(layouts)('what is written in a 1-to-1 call on %s (D19)', (layout) => {
  const { servers, connect, enter, seen, ring, talk } = setUpDirectCalls(layout);

  it('reaches both sides, the writer included, in one order', async () => {
    const { caller, callee, callId, hana } = await talk();
    await Promise.all([
      caller.request('directCall.say', { callId, text: '  Hello <b>Ken</b>  \n' }),
      callee.request('directCall.say', { callId, text: 'Hello Hana' }),
      caller.request('directCall.say', { callId, text: 'Shall we begin?' }),
    ]);
    await eventually(() => expect(textsOf(caller)).toHaveLength(3));
    await eventually(() => expect(textsOf(callee)).toEqual(textsOf(caller)));
    expect(await callee.notice('directCall.said', ({ text }) => text.startsWith('Hello <b>'))).toMatchObject({
      callId,
      party: { kind: 'user', id: hana.id, name: 'Hana' },
      text: 'Hello <b>Ken</b>',
    });
  });

  it('has from one to 2,000 characters', async () => {
    const { caller, callId } = await talk();
    for (const text of ['', ' \n ', '\u202e\u2066', 'x'.repeat(MAX_CHAT_CHARACTERS + 1)]) {
      await expect(caller.request('directCall.say', { callId, text })).rejects.toMatchObject({
        code: 'invalid-payload',
      });
    }
    await caller.request('directCall.say', { callId, text: 'x'.repeat(MAX_CHAT_CHARACTERS) });
  });

  it('reaches no one with characters that show an address as another one', async () => {
    const { caller, callee, callId } = await talk();
    await caller.request('directCall.say', {
      callId,
      text: 'See \u202emoc.live//:sptth\u202c \u2067x\u2069',
    });
    await eventually(() => expect(textsOf(callee)).toEqual(['See moc.live//:sptth x']));
  });

  it('comes five at once from one person, whose rate is not the other side’s', async () => {
    const { caller, callee, callId } = await talk();
    for (const text of ['1', '2', '3', '4', '5']) await caller.request('directCall.say', { callId, text });
    await expect(caller.request('directCall.say', { callId, text: '6' })).rejects.toMatchObject({
      code: 'too-many-requests',
    });
    await callee.request('directCall.say', { callId, text: 'I am listening' });
  });

  it('is taken from nobody outside of the call, and not while it rings', async () => {
    const { caller, callee, callId } = await ring();
    await expect(caller.request('directCall.say', { callId, text: 'Hello?' })).rejects.toMatchObject({
      code: 'call-state',
    });
    await callee.request('directCall.accept', { callId });
    const stranger = await servers.world.people.user('Mio', servers.customer);
    const outside = await enter(servers.other, stranger);
    await expect(outside.request('directCall.say', { callId, text: 'Hello?' })).rejects.toMatchObject({
      code: 'call-not-found',
    });
  });

  it('is there again for a page that was reloaded', async () => {
    const { caller, callee, callId, ken } = await talk();
    await caller.request('directCall.say', { callId, text: 'The address is in the mail' });
    await callee.request('directCall.say', { callId, text: 'Got it' });
    const before = sessionOf(callee);
    callee.close(PAGE_LEFT);
    await callee.closed;
    await caller.request('directCall.say', { callId, text: 'Are you still there?' });
    const page = connect(servers.other);
    await page.open(accessToken(ken.token), { sessionId: before });
    const { messages } = await page.request('directCall.takeUp', { callId, before, newPage: true });
    expect(messages?.map(({ party, text }) => [party.name, text])).toEqual([
      ['Hana', 'The address is in the mail'],
      ['Ken', 'Got it'],
      ['Hana', 'Are you still there?'],
    ]);
  });

  it('goes on in one order when the call moves; the person invited reads what is written from then on', async () => {
    const { caller, callee, callId, hana } = await talk();
    await caller.request('directCall.say', { callId, text: 'Shall we ask Yui?' });
    const yui = await servers.world.people.user('Yui', servers.customer);
    const invite = await servers.world.people.pair(hana, yui);
    const third = await enter(servers.other, yui);
    await seen(yui);
    await caller.request('directCall.move', { callId, reason: 'invitation', invite });
    const rang = await third.notice('directCall.rang');
    await third.request('directCall.accept', { callId: rang.callId });
    await third.request('directCall.say', { callId, text: 'Here I am' });
    await callee.request('directCall.say', { callId, text: 'Welcome' });
    await eventually(() => expect(textsOf(caller)).toEqual(['Shall we ask Yui?', 'Here I am', 'Welcome']));
    await eventually(() => expect(textsOf(callee)).toEqual(textsOf(caller)));
    await eventually(() => expect(textsOf(third)).toEqual(['Here I am', 'Welcome']));
    const { messages } = await third.request('directCall.takeUp', { callId, before: sessionOf(third) });
    expect(messages?.map(({ text }) => text)).toEqual(['Here I am', 'Welcome']);
  });

  it('is written down nowhere', async () => {
    const { caller, callId } = await talk();
    const secret = 'The door code is 4711';
    await caller.request('directCall.say', { callId, text: secret });
    await caller.request('directCall.move', { callId, reason: 'recording' });
    const row = await eventually(async () => {
      const found = await servers.world.db
        .selectFrom('live_calls')
        .where('call_id', '=', callId)
        .select('call')
        .executeTakeFirstOrThrow();
      expect(found.call).toMatchObject({ moved: true });
      return found;
    });
    expect(JSON.stringify(row)).not.toContain(secret);
  });
});
