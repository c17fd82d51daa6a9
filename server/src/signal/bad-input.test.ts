import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import type { AppError } from '#protocol/app-error.ts';
import { CloseCode, MAX_FRAME_BYTES, PROTOCOL_VERSION } from '#protocol/limits.ts';
import { type CallServer, type CallWorld, createCallWorld } from '#server/testing/call-server.ts';
import { eventually } from '#server/testing/eventually.ts';
import type { Person } from '#server/testing/people.ts';
import { accessToken, TestSignalClient } from '#server/testing/signal-client.ts';
import { HARD_MAX_FRAME_BYTES } from './connection.ts';

describe('bad input on the socket', () => {
  let world: CallWorld;
  let server: CallServer;
  let person: Person;
  /** Someone else, whom none of it may harm. */
  let bystander: TestSignalClient;
  const errors: string[] = [];
  const log = createLog({
    name: 'test',
    level: 'error',
    destination: { write: (line) => errors.push(line) },
  });

  beforeAll(async () => {
    world = await createCallWorld({ log });
    server = await world.startServer();
    const customer = await world.people.customer();
    person = await world.people.user('Hana', customer);
    bystander = await server.enter(await world.people.user('Ken', customer));
  });
  afterAll(async () => {
    await bystander.request('session.ping', {});
    expect(bystander.frames.filter(({ error }) => error)).toEqual([]);
    await world.close();
  });

  const ping = (id: number) => ({ id, request: 'session.ping', data: {} });

  it.each([
    ['no JSON', '{"id":1', null, 'malformed-frame'],
    ['no object', '[]', null, 'malformed-frame'],
    ['nothing', '', null, 'malformed-frame'],
    ['binary', Buffer.from(JSON.stringify(ping(7))), null, 'malformed-frame'],
    ['a frame without data', { id: 8, request: 'session.ping' }, 8, 'malformed-frame'],
    ['an id that is no integer', { ...ping(1), id: 1.5 }, null, 'malformed-frame'],
    ['an id below one', { ...ping(1), id: 0 }, 0, 'malformed-frame'],
    ['an id that is no number to count with', { ...ping(1), id: 2 ** 53 }, 2 ** 53, 'malformed-frame'],
    [
      'half of a character',
      '{"id":9,"request":"session.ping","data":{"x":"a\\ud800b"}}',
      9,
      'invalid-payload',
    ],
    ['a notice instead of a request', { seq: 1, notice: 'x', data: {} }, null, 'malformed-frame'],
    ['an unknown request', { id: 9, request: 'groupCall.fly', data: {} }, 9, 'unknown-request'],
    ['a name of the prototype', { id: 9, request: '__proto__', data: {} }, 9, 'unknown-request'],
    ['a wrong payload', { id: 9, request: 'directCall.invite', data: { pairId: 7 } }, 9, 'invalid-payload'],
    [
      'a frame over the limit',
      { ...ping(9), data: { x: 'あ'.repeat(MAX_FRAME_BYTES / 2) } },
      9,
      'frame-too-large',
    ],
  ])('%s is answered with an error, and the socket goes on (W3)', async (_, frame, id, code) => {
    const client = await server.enter(person);
    client.send(frame);
    expect(await client.error(id)).toBe(code);
    await client.requestAs(20, 'session.ping', {});
    client.close();
  });

  it('has fields that no one knows taken out of what is passed on to others (W8)', async () => {
    const customer = await world.people.customer();
    const [hana, ken] = [await world.people.user('Hana', customer), await world.people.user('Ken', customer)];
    const pairId = await world.people.pair(hana, ken);
    const [caller, callee] = [await server.enter(hana), await server.enter(ken)];
    const { callId } = await caller.request('directCall.invite', { pairId });
    await callee.notice('directCall.rang');
    await callee.request('directCall.accept', { callId });
    await caller.notice('directCall.accepted');
    const message = { kind: 'state', microphone: true, camera: false, screen: false } as const;
    caller.send({
      ...{ id: 50, request: 'directCall.signal' },
      data: { callId, leg: 0, note: 'x', message: { ...message, note: 'Z'.repeat(1_000) } },
    });
    expect((await callee.notice('directCall.signalled')).message).toEqual(message);
    for (const client of [caller, callee]) client.close();
  });

  it('names the fields of a wrong payload without repeating what was sent', async () => {
    const client = await server.enter(person);
    client.send({ id: 1, request: 'directCall.invite', data: { pairId: 'secret-word' } });
    await client.error(1);
    const text = JSON.stringify(client.frames.at(-1));
    expect(text).toContain('"propertyPath":"pairId"');
    expect(text).not.toContain('secret-word');
    client.close();
  });

  it('names the field of a text with half of a character (W3)', async () => {
    const client = await server.enter(person);
    client.send('{"id":9,"request":"directCall.say","data":{"callId":"x","text":"a\\ud800b"}}');
    await client.error(9);
    expect(JSON.stringify(client.frames.at(-1))).toContain('"propertyPath":"text"');
    client.close();
  });

  it('refuses ids that go backwards, and carries out none of them (W1)', async () => {
    const client = await server.enter(person);
    await client.requestAs(5, 'session.ping', {});
    await expect(client.requestAs(3, 'session.ping', {})).rejects.toMatchObject({ code: 'out-of-order' });
    client.close();
  });

  it('closes a socket whose frame is beyond the hard limit, unread, which is no error of the server (W3)', async () => {
    const client = await server.enter(person);
    const socketsBefore = server.signal.counts.sockets - 1;
    client.send('x'.repeat(HARD_MAX_FRAME_BYTES + 1));
    expect(await client.closed).toBe(CloseCode.messageTooBig);
    await eventually(async () => expect(server.signal.counts.sockets).toBe(socketsBefore));
    expect(errors).toEqual([]);
  });

  it('refuses what comes before the session is open, and lets it be opened after that (S2)', async () => {
    const client = await server.connect().connected();
    client.send(ping(1));
    expect(await client.error(1)).toBe('session-required');
    await client.open(accessToken(person.token));
    client.close();
  });

  it('refuses a second opening, and keeps the session (S2)', async () => {
    const client = await server.enter(person);
    const again = { protocolVersion: PROTOCOL_VERSION, credential: accessToken(person.token) };
    client.send({ id: 3, request: 'session.open', data: again });
    expect(await client.error(3)).toBe('session-already-open');
    await client.requestAs(4, 'session.ping', {});
    client.close();
  });

  it('closes a socket that opens no session in time (S2)', async () => {
    const impatient = await world.startServer({ times: { handshakeMs: 300 } });
    const client = await impatient.connect().connected();
    expect(await client.closed).toBe(CloseCode.handshakeTimeout);
  });

  it.each([
    ['a forged token', { credential: accessToken('eyJhbGciOiJIUzI1NiJ9.e30.x') }, 'unauthenticated', 4001],
    ['a payload that is not allowed', { credential: undefined }, 'invalid-payload', 4001],
    [
      'half of a character',
      { credential: { kind: 'guest' as const, token: 'x', name: 'a\ud800' } },
      'invalid-payload',
      4001,
    ],
    ['another protocol version', { protocolVersion: 999 }, 'protocol-mismatch', 4000],
    [
      'an unknown guest link',
      { credential: { kind: 'guest' as const, token: 'x', name: 'Guest' } },
      'guest-link-unknown',
      4001,
    ],
  ])('refuses to open with %s, says why and closes (S2)', async (_, change, code, closeCode) => {
    const client = await server.connect().connected();
    const payload = {
      protocolVersion: PROTOCOL_VERSION,
      credential: accessToken(person.token),
      ...change,
    };
    client.send({ id: 1, request: 'session.open', data: payload });
    expect(await client.error(1)).toBe(code);
    expect(await client.closed).toBe(closeCode);
  });

  it('refuses an account that is not verified (S2)', async () => {
    const unverified = await world.people.user('Nobody', person.customerId, 'UNVERIFIED');
    const client = server.connect();
    await expect(client.open(accessToken(unverified.token))).rejects.toMatchObject({
      code: 'account-unverified',
    });
  });

  it('slows down who sends too much, and cuts off who does not stop (W7)', async () => {
    const client = await server.enter(person);
    let id = 1;
    const send = (count: number) => {
      for (const end = id + count; id < end; id += 1) client.send(ping(id));
    };
    send(229);
    // A busy machine takes its time to send, in which some more may come.
    const refused = await eventually(async () => {
      send(20);
      const error = await client.requestAs(id++, 'session.ping', {}).then(
        () => null,
        (reason: AppError) => reason,
      );
      expect(error).toMatchObject({ code: 'too-many-requests' });
      return error;
    });
    expect(refused).toMatchObject({ retryAfterMs: expect.any(Number) });
    // All sockets of a person wait for the same next token.
    expect(refused?.retryAfterMs).toBeGreaterThanOrEqual(1_000);
    send(600);
    expect(await client.closed).toBe(CloseCode.abuse);
    const { sessionId } = client.session ?? {};
    const back = server.connect();
    const opened = await back.open(accessToken(person.token), sessionId && { sessionId, lastSeq: 0 });
    expect(opened.resumed).toBe(false);
    back.close();
  });

  it('has an end to the sessions of one party (S2)', async () => {
    const busybody = await world.people.user('Busybody', person.customerId);
    const clients = await Promise.all(Array.from({ length: 50 }, () => server.enter(busybody)));
    const client = server.connect();
    await expect(client.open(accessToken(busybody.token))).rejects.toMatchObject({
      code: 'too-many-requests',
    });
    expect(await client.closed).toBe(CloseCode.tryAgainLater);
    for (const one of clients) one.close();
  });

  it.each<[string, Readonly<Record<string, string>>, number, string]>([
    ['without an upgrade', { connection: 'close' }, 426, 'upgrade-required'],
    ['of an unknown version', { 'sec-websocket-version': '7' }, 400, 'malformed-request'],
    ['with a broken key', { 'sec-websocket-key': 'short' }, 400, 'malformed-request'],
    ["of a foreign page's", { origin: 'https://evil.example.org' }, 403, 'forbidden'],
  ])('refuses an opening %s in the form of the API (S1)', async (_, headers, status, code) => {
    const asked = get(server.url.replace('ws', 'http'), {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
        ...headers,
      },
    });
    const [response]: IncomingMessage[] = await once(asked, 'response');
    expect(response?.statusCode).toBe(status);
    expect(response?.headers.connection).toMatch(/close$/);
    expect(response && (await json(response))).toMatchObject({ '@type': 'hydra:Error', code });
  });

  it("refuses a foreign page's socket, and takes the server's own and other programs' (S1)", async () => {
    const foreign = new TestSignalClient(server.url, { origin: 'https://evil.example.org' });
    expect(await foreign.closed).toBe(1006);
    const own = new TestSignalClient(server.url, {
      origin: new URL(server.url).origin.replace('ws', 'http'),
    });
    const published = new TestSignalClient(server.url, { origin: 'https://hibiki.example.org' });
    for (const client of [own, published]) {
      await client.open(accessToken(person.token));
      client.close();
    }
  });
});
