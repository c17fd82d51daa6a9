import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { SLOW } from '#client/testing/slow.ts';
import { AppError } from '#protocol/app-error.ts';
import { CloseCode } from '#protocol/limits.ts';
import type { SignalClient } from './signal.ts';
import { createSignalClient, type SignalClientOptions } from './signal-client.ts';

const SESSION = '01920000-0000-7000-8000-000000000001';
const OTHER_SESSION = '01920000-0000-7000-8000-000000000002';
const CALL = '01920000-0000-7000-8000-000000000003';
const party = { kind: 'user', id: '01920000-0000-7000-8000-00000000000a', name: 'Aoi' };

interface Frame {
  readonly id: number;
  readonly request: string;
  readonly data: Record<string, unknown>;
}

/** A real socket server that speaks the contract; the test decides what it answers. */
class Server {
  readonly #server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  readonly frames: Frame[] = [];
  readonly sockets: ServerSocket[] = [];
  answer: (frame: Frame, socket: ServerSocket) => void = (frame, socket) => {
    if (frame.request === 'session.open') this.accept(frame, socket);
    else this.reply(socket, frame.id, {});
  };

  readonly listening = new Promise((resolve) => this.#server.once('listening', resolve));

  constructor() {
    this.#server.on('connection', (socket) => {
      this.sockets.push(socket);
      socket.on('message', (text) => {
        const frame: Frame = JSON.parse(String(text));
        this.frames.push(frame);
        this.answer(frame, socket);
      });
    });
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    return `ws://127.0.0.1:${address.port}`;
  }

  accept(frame: Frame, socket: ServerSocket, sessionId = SESSION, resumed = false): void {
    this.reply(socket, frame.id, { sessionId, resumed, party, graceMs: 30_000 });
  }
  reply(socket: ServerSocket, id: number, reply: object): void {
    socket.send(JSON.stringify({ id, reply }));
  }
  say(seq: number, notice: string, data: object): void {
    this.sockets.at(-1)?.send(JSON.stringify({ seq, notice, data }));
  }
  requests(name: string): Frame[] {
    return this.frames.filter((frame) => frame.request === name);
  }
  async close(): Promise<void> {
    for (const socket of this.sockets) socket.terminate();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

let server: Server;
let client: SignalClient | undefined;

beforeEach(async () => {
  server = new Server();
  await server.listening;
});
afterEach(async () => {
  client?.close();
  await server.close();
});

function connect(options: Partial<SignalClientOptions> = {}): SignalClient {
  client = createSignalClient({
    url: server.url,
    credential: async () => ({ kind: 'access', token: 'token' }),
    random: () => 0,
    ...options,
  });
  return client;
}

const toBe = (of: SignalClient, phase: string) => vi.waitFor(() => expect(of.state.phase).toBe(phase), 3_000);

describe('the signalling client', () => {
  it('opens a session with its first frame and tells who it is', async () => {
    const client = connect();
    await toBe(client, 'open');
    expect(client.state).toMatchObject({ party });
    expect(server.frames[0]).toMatchObject({
      request: 'session.open',
      data: { protocolVersion: 1, credential: { kind: 'access', token: 'token' } },
    });
    expect(server.frames[0]?.data).not.toHaveProperty('resume');
  });

  it('sends a request that was made before the socket was open once it is', async () => {
    const client = connect();
    await expect(client.request('session.ping', {})).resolves.toEqual({});
  });

  it('fails a request with the error that the server answers', async () => {
    const client = connect();
    server.answer = (frame, socket) => {
      if (frame.request === 'session.open') server.accept(frame, socket);
      else socket.send(JSON.stringify({ id: frame.id, error: { code: 'call-not-found', message: 'gone' } }));
    };
    const error = await client.request('groupCall.leave', {}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'call-not-found' });
  });

  it('does not pass a reply on that the contract does not know', async () => {
    const client = connect();
    server.answer = (frame, socket) => {
      if (frame.request === 'session.open') server.accept(frame, socket);
      else server.reply(socket, frame.id, { expiresInMs: 'soon' });
    };
    const asked = client.request('groupCall.restartIce', { transportId: 'a' });
    await expect(asked).rejects.toMatchObject({ code: 'invalid-payload' });
  });

  it('passes notices on by name, once each, and drops those that the contract does not know', async () => {
    const complaints: string[] = [];
    const client = connect({ onProtocolError: (what) => complaints.push(what) });
    const heard: boolean[] = [];
    client.on('directCall.peerAway', (notice) => heard.push(notice.away));
    await toBe(client, 'open');
    server.say(1, 'directCall.peerAway', { callId: CALL, away: true });
    server.say(1, 'directCall.peerAway', { callId: CALL, away: true });
    server.say(2, 'directCall.peerAway', { callId: CALL, away: 'perhaps' });
    server.say(3, 'directCall.unheardOf', {});
    server.sockets[0]?.send('no json');
    server.say(4, 'directCall.peerAway', { callId: CALL, away: false });
    await vi.waitFor(() => expect(heard).toEqual([true, false]), SLOW);
    expect(complaints).toHaveLength(3);
  });

  it('keeps notices for a part of the page that is loaded late', async () => {
    const client = connect();
    await toBe(client, 'open');
    server.say(1, 'directCall.peerAway', { callId: CALL, away: true });
    server.say(2, 'resource.changed', { resource: 'pairs' });
    await new Promise<void>((resolve) => client.on('resource.changed', () => resolve()));
    const heard: boolean[] = [];
    client.on('directCall.peerAway', (notice) => heard.push(notice.away));
    expect(heard).toEqual([true]);
  });

  it('tells which notices come, and which have come before their first listener', async () => {
    const client = connect();
    await toBe(client, 'open');
    client.on('resource.changed', () => {});
    server.say(1, 'directCall.peerAway', { callId: CALL, away: true });
    const early: string[] = [];
    await new Promise<void>((resolve) =>
      client.onArrival((name) => {
        early.push(name);
        resolve();
      }),
    );
    const late: string[] = [];
    client.onArrival((name) => late.push(name));
    expect(late).toEqual(['directCall.peerAway']);
    client.on('directCall.peerAway', () => {});
    server.say(2, 'directCall.peerAway', { callId: CALL, away: false });
    server.say(3, 'resource.changed', { resource: 'pairs' });
    server.say(4, 'directCall.moved', { callId: CALL });
    const all = ['directCall.peerAway', 'directCall.peerAway', 'resource.changed', 'directCall.moved'];
    await vi.waitFor(() => expect(late).toEqual(all), SLOW);
    expect(early).toEqual(late);
  });

  it('resumes with the last notice it has seen and sends what is unanswered again under the same id', async () => {
    const client = connect();
    await toBe(client, 'open');
    server.say(7, 'resource.changed', { resource: 'pairs' });
    await vi.waitFor(() => expect(server.frames).toHaveLength(1), SLOW);
    const left = client.request('groupCall.leave', {});
    server.answer = () => {};
    await vi.waitFor(() => expect(server.requests('groupCall.leave')).toHaveLength(1), SLOW);
    server.answer = (frame, socket) => {
      if (frame.request === 'session.open') server.accept(frame, socket, SESSION, true);
      else server.reply(socket, frame.id, {});
    };
    server.sockets[0]?.terminate();
    await expect(left).resolves.toEqual({});
    expect(server.requests('session.open')[1]?.data).toMatchObject({
      resume: { sessionId: SESSION, lastSeq: 7 },
    });
    const [first, second] = server.requests('groupCall.leave');
    expect(second?.id).toBe(first?.id);
    expect(client.state.phase).toBe('open');
  });

  it('fails what is unanswered and says so when the session is gone', async () => {
    const client = connect();
    await toBe(client, 'open');
    const replaced = vi.fn();
    client.onSessionReplaced(replaced);
    server.answer = () => {};
    const left = client.request('groupCall.leave', {});
    left.catch(() => {});
    await vi.waitFor(() => expect(server.requests('groupCall.leave')).toHaveLength(1), SLOW);
    server.answer = (frame, socket) => server.accept(frame, socket, OTHER_SESSION);
    server.sockets[0]?.terminate();
    await expect(left).rejects.toMatchObject({ code: 'session-lost' });
    expect(replaced).toHaveBeenCalledExactlyOnceWith({ stoodStill: false });
    expect(client.state).toMatchObject({ phase: 'open', sessionId: OTHER_SESSION });
  });

  it('knows that the session was lost because the machine slept', async () => {
    let slept = 0;
    const client = connect({ now: () => Date.now() + slept });
    await toBe(client, 'open');
    const replaced = vi.fn();
    client.onSessionReplaced(replaced);
    server.answer = (frame, socket) => server.accept(frame, socket, OTHER_SESSION);
    slept = 60_000;
    await vi.waitFor(() => expect(replaced).toHaveBeenCalledExactlyOnceWith({ stoodStill: true }), 5_000);
  });

  it('hears the notices of a new session from their first on', async () => {
    const client = connect();
    const heard = vi.fn();
    client.on('resource.changed', heard);
    await toBe(client, 'open');
    server.say(9, 'resource.changed', { resource: 'pairs' });
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1), SLOW);
    server.answer = (frame, socket) => server.accept(frame, socket, OTHER_SESSION);
    server.sockets[0]?.terminate();
    await vi.waitFor(() => expect(server.sockets).toHaveLength(2), SLOW);
    await toBe(client, 'open');
    server.say(1, 'resource.changed', { resource: 'groups' });
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2), SLOW);
  });

  it('asks for a fresh token for every attempt', async () => {
    let asked = 0;
    const client = connect({
      credential: async () => ({ kind: 'access', token: `token-${++asked}` }),
    });
    await toBe(client, 'open');
    server.sockets[0]?.terminate();
    await vi.waitFor(() => expect(server.requests('session.open')).toHaveLength(2), SLOW);
    expect(server.requests('session.open').map((frame) => frame.data.credential)).toEqual([
      { kind: 'access', token: 'token-1' },
      { kind: 'access', token: 'token-2' },
    ]);
  });

  it('tries again at once when the network comes back', async () => {
    let wake = () => {};
    const client = connect({
      random: () => 1,
      wakeHints: (listener) => {
        wake = listener;
        return () => {};
      },
    });
    await toBe(client, 'open');
    const url = server.url;
    await server.close();
    await vi.waitFor(() => {
      // After some failed attempts the next one lies far enough off to be told from a hint's.
      expect(client.state).toMatchObject({ phase: 'lost' });
    }, SLOW);
    const nextAttemptAt = await vi.waitFor(
      () => {
        if (client.state.phase !== 'lost' || client.state.nextAttemptAt === null) throw new Error('trying');
        expect(client.state.nextAttemptAt - Date.now()).toBeGreaterThan(1_500);
        return client.state.nextAttemptAt;
      },
      { timeout: 60_000, interval: 20 },
    );
    const reopened = new WebSocketServer({ port: Number(new URL(url).port), host: '127.0.0.1' });
    const connected = new Promise((resolve) => reopened.once('connection', resolve));
    await new Promise((resolve) => reopened.once('listening', resolve));
    wake();
    await connected;
    expect(Date.now()).toBeLessThan(nextAttemptAt);
    client.close();
    for (const socket of reopened.clients) socket.terminate();
    await new Promise((resolve) => reopened.close(resolve));
  });

  it('says until when the lost session can be resumed, and tries every 2 seconds while a call waits for it', async () => {
    const client = connect({ random: () => 1, inCall: () => true });
    await toBe(client, 'open');
    const lostFrom = Date.now();
    server.answer = (_frame, socket) => socket.terminate();
    server.sockets[0]?.terminate();
    const waits: number[] = [];
    let resumableForMs = 0;
    client.subscribe(() => {
      const { state } = client;
      if (state.phase !== 'lost' || state.nextAttemptAt === null) return;
      waits.push(state.nextAttemptAt - Date.now());
      resumableForMs = (state.resumableUntil ?? 0) - lostFrom;
    });
    await vi.waitFor(() => expect(waits.length).toBeGreaterThan(5), 20_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(2_000);
    expect(resumableForMs).toBeGreaterThanOrEqual(30_000);
    expect(resumableForMs).toBeLessThan(32_000);
  });

  it('gives a socket up that has fallen silent', async () => {
    const client = connect({ silenceMs: 50 });
    await toBe(client, 'open');
    server.answer = (frame, socket) => server.accept(frame, socket, SESSION, true);
    await vi.waitFor(() => expect(server.requests('session.open').length).toBeGreaterThan(1), 5_000);
  });

  it('opens another socket where the one that is checked is not heard from', async () => {
    const client = connect();
    await toBe(client, 'open');
    // Answered: it stays.
    client.check();
    await vi.waitFor(() => expect(server.requests('session.ping')).toHaveLength(1), SLOW);
    server.answer = (frame, socket) => {
      if (frame.request === 'session.open') server.accept(frame, socket, SESSION, true);
    };
    const phases: string[] = [];
    client.subscribe(() => phases.push(client.state.phase));
    client.check();
    await vi.waitFor(() => expect(server.requests('session.open')).toHaveLength(2), SLOW);
    await vi.waitFor(() => expect(phases.at(-1)).toBe('open'), SLOW);
    expect(phases[0]).toBe('lost');
  });

  it.each([
    [CloseCode.protocolMismatch, 'protocol-mismatch'],
    [CloseCode.unauthenticated, 'unauthenticated'],
    [CloseCode.replaced, 'replaced'],
  ])('stays closed after close code %d and fails what was pending', async (code, reason) => {
    const client = connect();
    await toBe(client, 'open');
    server.answer = () => {};
    const left = client.request('groupCall.leave', {});
    left.catch(() => {});
    server.sockets[0]?.close(code);
    await toBe(client, 'closed');
    expect(client.state).toMatchObject({ reason });
    await expect(left).rejects.toBeInstanceOf(AppError);
    await expect(client.request('session.ping', {})).rejects.toBeInstanceOf(AppError);
  });

  it('stays closed when the server refuses the credential', async () => {
    const client = connect();
    server.answer = (frame, socket) => {
      socket.send(JSON.stringify({ id: frame.id, error: { code: 'guest-link-expired', message: '' } }));
    };
    await toBe(client, 'closed');
    expect(client.state).toMatchObject({ reason: 'unauthenticated', code: 'guest-link-expired' });
  });

  it('tells the server when it is closed, and can be closed twice', async () => {
    const client = connect();
    await toBe(client, 'open');
    client.close();
    client.close();
    await vi.waitFor(() => expect(server.requests('session.close')).toHaveLength(1), SLOW);
    expect(client.state).toMatchObject({ phase: 'closed', reason: 'closed' });
  });
});
