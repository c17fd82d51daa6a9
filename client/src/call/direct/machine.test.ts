import { describe, expect, it } from 'vitest';
import { play as playFrom } from '#client/call/testing/play.ts';
import type { CallId, PairId } from '#protocol/ids.ts';
import type { IceConfiguration, Party } from '#protocol/party.ts';
import { type DirectCallEffect, type DirectCallEvent, idle, type Ring } from './call-state.ts';
import { transition } from './machine.ts';

const id = <Name extends string>(name: Name) => name as string as CallId & PairId;
const CALL = id('call-1');
const OTHER_CALL = id('call-2');
const PAIR = id('pair-1');
const bob: Party = { kind: 'user', id: 'bob', name: 'Bob' };
const ice: IceConfiguration = { iceServers: [], expiresInMs: null };
const ring = (callId: CallId = CALL): Ring => ({ callId, pairId: PAIR, peer: bob, ringsUntil: 45_000 });

const call: DirectCallEvent = { type: 'call', pairId: PAIR, attempt: 1 };
const invited = (callId: CallId = CALL, attempt = 1): DirectCallEvent => ({
  type: 'invited',
  attempt,
  callId,
  peer: bob,
  ringsUntil: 45_000,
});
const rang = (callId?: CallId): DirectCallEvent => ({ type: 'rang', ring: ring(callId) });
const accepted = (callId: CallId = CALL, role: 'polite' | 'impolite' = 'impolite'): DirectCallEvent => ({
  type: 'accepted',
  callId,
  role,
  ice,
});
const acceptAnswered: DirectCallEvent = {
  type: 'acceptAnswered',
  callId: CALL,
  peer: bob,
  role: 'polite',
  ice,
  at: 0,
};
const linkUp: DirectCallEvent = { type: 'linkUp', callId: CALL, at: 1_000 };
const hangUp: DirectCallEvent = { type: 'hangUp', reason: 'hung-up', at: 61_000 };
const ended = (
  reason: Extract<DirectCallEvent, { type: 'ended' }>['reason'],
  callId: CallId = CALL,
): DirectCallEvent => ({ type: 'ended', callId, reason, durationS: 7 });

const play = (...events: DirectCallEvent[]) => playFrom(transition, idle, events);
const types = (effects: DirectCallEffect[]) => effects.map((effect) => effect.type);

describe('a call that goes well', () => {
  it('is invited, rings, is accepted, connects, and is hung up', () => {
    const { state, effects } = play(call, invited(), accepted(), linkUp, hangUp);
    expect(types(effects)).toEqual([
      'startMedia',
      'invite',
      'openLink',
      'hangUp',
      'closeLink',
      'leaveRoom',
      'stopMedia',
    ]);
    expect(state).toMatchObject({
      name: 'ended',
      peer: bob,
      end: { kind: 'hung-up', by: 'here' },
      durationS: 60,
    });
  });

  it('rings at the other side, is taken, and ends when the caller hangs up', () => {
    const { state, effects } = play(rang(), { type: 'accept' }, acceptAnswered, linkUp, ended('hung-up'));
    expect(types(effects)).toEqual([
      'startMedia',
      'accept',
      'openLink',
      'closeLink',
      'leaveRoom',
      'stopMedia',
    ]);
    expect(state).toMatchObject({ name: 'ended', end: { kind: 'hung-up', by: 'peer' }, durationS: 7 });
  });
});

describe('hanging up at any moment', () => {
  it('before the server has answered ends the call as soon as it has', () => {
    const { state, effects } = play(call, hangUp, invited());
    expect(state).toMatchObject({ name: 'ended', end: { kind: 'reason', reason: 'cancelled' } });
    expect(effects.at(-1)).toEqual({ type: 'hangUp', callId: CALL, reason: 'hung-up' });
  });

  it('does not end a second call by the late answer to the first', () => {
    const { state, effects } = play(
      call,
      hangUp,
      { type: 'call', pairId: PAIR, attempt: 2 },
      invited(CALL, 1),
      invited(OTHER_CALL, 2),
    );
    expect(state).toMatchObject({ name: 'calling', invited: { callId: OTHER_CALL } });
    expect(effects.filter((effect) => effect.type === 'hangUp')).toEqual([
      { type: 'hangUp', callId: CALL, reason: 'hung-up' },
    ]);
  });

  it('while it connects closes the link that was opened', () => {
    const { state, effects } = play(call, invited(), accepted(), hangUp, linkUp);
    expect(state.name).toBe('ended');
    expect(types(effects).slice(-4)).toEqual(['hangUp', 'closeLink', 'leaveRoom', 'stopMedia']);
  });

  it('while the server accepts ends the call, and once more when it has accepted', () => {
    const { state, effects } = play(rang(), { type: 'accept' }, hangUp, acceptAnswered);
    expect(state.name).toBe('ended');
    expect(types(effects)).toEqual(['startMedia', 'accept', 'hangUp', 'stopMedia', 'hangUp']);
  });

  it('twice has the effects of once', () => {
    const once = play(call, invited(), accepted(), hangUp);
    expect(play(call, invited(), accepted(), hangUp, hangUp)).toEqual(once);
  });
});

describe('notices that come late or for another call', () => {
  it('of an end after the end only bring the duration', () => {
    const { state, effects } = play(call, invited(), accepted(), hangUp, ended('hung-up'));
    expect(state).toMatchObject({ name: 'ended', durationS: 7, end: { kind: 'hung-up', by: 'here' } });
    expect(types(effects).filter((type) => type === 'closeLink')).toHaveLength(1);
  });

  it('of another call leave this one alone', () => {
    const before = play(call, invited(), accepted(), linkUp);
    const after = play(
      call,
      invited(),
      accepted(),
      linkUp,
      ended('hung-up', OTHER_CALL),
      { type: 'peerAway', callId: OTHER_CALL, away: true },
      { type: 'linkLost', callId: OTHER_CALL },
      rang(OTHER_CALL),
    );
    expect(after).toEqual(before);
  });

  it('of a message after the end reach no link', () => {
    const late = transition(play(call, invited(), accepted(), hangUp).state, {
      type: 'signalled',
      callId: CALL,
      message: { kind: 'candidate', candidate: null },
    });
    expect(late).toBeNull();
  });
});

describe('calls that cross (D5)', () => {
  it('become one: the later inviter joins the other call under its id', () => {
    const { state, effects } = play(call, rang(CALL), invited(CALL), accepted(CALL, 'polite'));
    expect(state).toMatchObject({ name: 'connecting', call: { callId: CALL } });
    expect(effects.at(-1)).toMatchObject({ type: 'openLink', role: 'polite' });
  });

  it('on two servers: the one that is not busy goes on ringing', () => {
    const { state } = play(call, invited(CALL), rang(OTHER_CALL), ended('busy', CALL));
    expect(state).toMatchObject({ name: 'ringing', ring: { callId: OTHER_CALL } });
  });

  it('on two servers: the one that goes on is not disturbed by the end of the other', () => {
    const { state } = play(call, invited(CALL), rang(OTHER_CALL), ended('busy', OTHER_CALL), accepted(CALL));
    expect(state).toMatchObject({ name: 'connecting', call: { callId: CALL } });
  });
});

describe('a ringing that ends by itself', () => {
  it('is remembered as missed until it was shown', () => {
    const { state } = play(rang(), ended('cancelled'));
    expect(state).toEqual({ name: 'idle', missed: { peer: bob, reason: 'cancelled' } });
    expect(transition(state, { type: 'dismiss' })?.[0]).toEqual(idle);
  });

  it('says who was faster when two browsers accept at once, whichever word comes first', () => {
    const failed: DirectCallEvent = { type: 'acceptFailed', callId: CALL, code: 'call-state' };
    for (const words of [
      [failed, ended('answered-elsewhere')],
      [ended('answered-elsewhere'), failed],
    ]) {
      const { state, effects } = play(rang(), { type: 'accept' }, ...words);
      expect(state).toMatchObject({ name: 'ended', end: { kind: 'reason', reason: 'answered-elsewhere' } });
      expect(types(effects).filter((type) => type === 'stopMedia')).toHaveLength(1);
    }
  });

  it('can be declined without any media having been opened', () => {
    expect(types(play(rang(), { type: 'decline' }).effects)).toEqual(['decline']);
  });
});

describe('a handshake that hangs', () => {
  it('makes both sides connect again, in the same session', () => {
    const stuck = { type: 'handshakeStuck', callId: CALL } as const;
    const takeUp = { type: 'takeUp', callId: CALL, stoodStill: false, leg: 0, newLink: true };
    expect(play(call, invited(), accepted(), stuck).effects.at(-1)).toEqual(takeUp);
    expect(play(call, invited(), accepted(), linkUp, stuck).effects.at(-1)).toEqual(takeUp);
    expect(play(call, stuck).effects.at(-1)).not.toEqual(takeUp);
  });
});

describe('a link that fails', () => {
  it('is restored without the call ending', () => {
    const lost = play(call, invited(), accepted(), linkUp, { type: 'linkLost', callId: CALL });
    expect(lost.state).toMatchObject({ name: 'connected', link: 'restoring' });
    const restored = transition(lost.state, { type: 'linkUp', callId: CALL, at: 9_000 });
    expect(restored?.[0]).toMatchObject({ name: 'connected', link: 'up', connectedAt: 1_000 });
  });

  it('ends the call as failed where it never stood, and as lost where it did', () => {
    const failed: DirectCallEvent = { type: 'linkFailed', callId: CALL };
    expect(play(call, invited(), accepted(), failed).state).toMatchObject({ end: { reason: 'failed' } });
    expect(play(call, invited(), accepted(), linkUp, failed).state).toMatchObject({
      end: { reason: 'connection-lost' },
    });
  });

  it('is the other side’s where that is away', () => {
    const events: DirectCallEvent[] = [
      { type: 'peerAway', callId: CALL, away: true },
      { type: 'linkFailed', callId: CALL },
    ];
    expect(play(call, invited(), accepted(), ...events).state).toMatchObject({ end: { kind: 'peer-lost' } });
    expect(play(call, invited(), accepted(), linkUp, ...events).state).toMatchObject({
      end: { kind: 'peer-lost' },
    });
  });

  it('goes on when the server has forgotten the session, if the server takes the call up again (D14)', () => {
    const { state, effects } = play(call, invited(), accepted(), linkUp, {
      type: 'sessionReplaced',
      stoodStill: false,
    });
    expect(state).toMatchObject({ name: 'connected', link: 'up' });
    expect(effects.at(-1)).toEqual({
      type: 'takeUp',
      callId: CALL,
      stoodStill: false,
      leg: 0,
      newLink: false,
    });
    const refused = transition(state, { type: 'takeUpFailed', callId: CALL, stoodStill: false, at: 4_000 });
    expect(refused?.[0]).toMatchObject({ name: 'ended', end: { reason: 'connection-lost' }, durationS: 3 });
    // The other side, which may still be in it, learns of it at once.
    expect(refused?.[1][0]).toEqual({ type: 'hangUp', callId: CALL, reason: 'connection-lost' });
    expect(types([...(refused?.[1] ?? [])])).toEqual(['hangUp', 'closeLink', 'leaveRoom', 'stopMedia']);
  });

  it('says that it was asleep where the call was not waited for', () => {
    const { state } = play(call, invited(), accepted(), linkUp);
    const slept = transition(state, { type: 'takeUpFailed', callId: CALL, stoodStill: true, at: 4_000 });
    expect(slept?.[0]).toMatchObject({ name: 'ended', end: { kind: 'slept' } });
  });

  it('tells a lost other side from any other end', () => {
    const away: DirectCallEvent = { type: 'peerAway', callId: CALL, away: true };
    const back: DirectCallEvent = { type: 'peerAway', callId: CALL, away: false };
    const lost: DirectCallEvent = { type: 'ended', callId: CALL, reason: 'connection-lost', durationS: 9 };
    const talking = [call, invited(), accepted(), linkUp] as const;
    expect(play(...talking, away, lost).state).toMatchObject({ end: { kind: 'peer-lost' }, durationS: 9 });
    expect(play(...talking, away, { ...lost, reason: 'hung-up' }).state).toMatchObject({
      end: { kind: 'hung-up', by: 'peer' },
    });
    expect(play(...talking, away, back, lost).state).toMatchObject({ end: { reason: 'connection-lost' } });
  });

  it('ends when the sign-in is revoked, and says so', () => {
    const { state } = play(call, invited(), accepted(), linkUp, {
      type: 'signalClosed',
      signedOut: true,
      at: 4_000,
    });
    expect(state).toMatchObject({ name: 'ended', end: { kind: 'signed-out' }, durationS: 3 });
  });
});

describe('a call whose server is lost before it is connected (D14)', () => {
  const replaced: DirectCallEvent = { type: 'sessionReplaced', stoodStill: false };
  const place = {
    peer: bob,
    pairId: PAIR,
    outgoing: true,
    role: 'impolite',
    leg: 1,
    talksForMs: 90,
  } as const;
  const takenUp: DirectCallEvent = { type: 'takenUp', callId: CALL, moved: false, ice, place, at: 2_000 };
  const takeUp = { type: 'takeUp', callId: CALL, stoodStill: false } as const;

  it('goes on, by a new connection, just after it was answered', () => {
    for (const answered of [
      [call, invited(), accepted()],
      [rang(), { type: 'accept' } as const, acceptAnswered],
    ]) {
      const lost = play(...answered, replaced);
      expect(lost.state.name).toBe('connecting');
      expect(lost.effects.at(-1)).toEqual({ ...takeUp, leg: 0, newLink: true });
      const { state, effects } = play(...answered, replaced, takenUp, linkUp);
      expect(state).toMatchObject({ name: 'connected', call: { leg: 1 } });
      expect(effects.at(-1)).toMatchObject({ type: 'openLink', leg: 1 });
    }
  });

  it('is asked about by a caller who may have missed the answer', () => {
    const { state, effects } = play(call, invited(), replaced);
    expect(state.name).toBe('calling');
    expect(effects.at(-1)).toEqual({ ...takeUp, leg: null, newLink: true });
    expect(play(call, invited(), replaced, takenUp).state).toMatchObject({
      name: 'connecting',
      call: { callId: CALL, outgoing: true, leg: 1 },
    });
    const failed: DirectCallEvent = { type: 'takeUpFailed', callId: CALL, stoodStill: false, at: 0 };
    expect(play(call, invited(), replaced, failed).state).toMatchObject({
      name: 'ended',
      end: { reason: 'connection-lost' },
    });
  });

  it('is answered again, and may be answered by the connection that the server then wants', () => {
    const accepting = play(rang(), { type: 'accept' }, replaced);
    expect(accepting.state).toMatchObject({ name: 'ringing', accepting: true });
    const { state, effects } = play(rang(), { type: 'accept' }, replaced, { ...acceptAnswered, leg: 1 });
    expect(state).toMatchObject({ name: 'connecting', call: { leg: 1 } });
    expect(effects.at(-1)).toMatchObject({ type: 'openLink', leg: 1 });
  });

  it('is hung up where no one says whether it was answered, so that the caller does not wait', () => {
    const failed = (code: 'service-unavailable' | 'call-state'): DirectCallEvent => ({
      type: 'acceptFailed',
      callId: CALL,
      code,
    });
    expect(types(play(rang(), { type: 'accept' }, failed('service-unavailable')).effects)).toContain(
      'hangUp',
    );
    expect(types(play(rang(), { type: 'accept' }, failed('call-state')).effects)).not.toContain('hangUp');
  });

  it('connects anew where the connection was interrupted, and keeps one that stands', () => {
    const up = play(call, invited(), accepted(), linkUp, replaced);
    expect(up.effects.at(-1)).toMatchObject({ newLink: false });
    const down = play(call, invited(), accepted(), linkUp, { type: 'linkLost', callId: CALL }, replaced);
    expect(down.effects.at(-1)).toMatchObject({ newLink: true });
  });

  it('follows into the room where the word of the move was lost with the server', () => {
    const moved: DirectCallEvent = { type: 'takenUp', callId: CALL, moved: true, ice, at: 2_000 };
    const { effects } = play(call, invited(), accepted(), linkUp, replaced, moved);
    expect(effects.at(-1)).toEqual({ type: 'joinRoom', callId: CALL });
  });
});

describe('a call that moves to a room (D12, D13)', () => {
  const moved: DirectCallEvent = { type: 'moved', callId: CALL, at: 2_000 };
  const roomJoined: DirectCallEvent = { type: 'roomJoined', callId: CALL };
  const roomFailed: DirectCallEvent = { type: 'roomFailed', callId: CALL, at: 9_000 };
  const talking = [invited(), accepted(), linkUp] as const;

  it('keeps its link until both sides have each other from the room', () => {
    const { state, effects } = play(call, ...talking, moved, roomJoined);
    expect(state).toMatchObject({ name: 'moved', linked: true });
    expect(types(effects)).not.toContain('closeLink');
    const done = transition(state, { type: 'linkDone', callId: CALL });
    expect(done?.[0]).toMatchObject({ name: 'moved', linked: false });
    expect(types([...(done?.[1] ?? [])])).toEqual(['closeLink']);
  });

  it('has no link to keep where that never stood', () => {
    const { state, effects } = play(call, invited(), accepted(), moved);
    expect(state).toMatchObject({ name: 'moved', linked: false, joined: false, connectedAt: 2_000 });
    expect(types(effects).slice(-2)).toEqual(['closeLink', 'joinRoom']);
    expect(transition(state, roomFailed)?.[0]).toMatchObject({
      name: 'ended',
      end: { reason: 'connection-lost' },
    });
  });

  it('is asked for where nothing gets through from browser to browser', () => {
    const blocked: DirectCallEvent = { type: 'linkBlocked', callId: CALL };
    const lost: DirectCallEvent = { type: 'linkLost', callId: CALL };
    const asks = (...events: DirectCallEvent[]) => types(play(call, ...events).effects).includes('askMove');
    expect(asks(invited(), accepted(), blocked)).toBe(true);
    expect(asks(...talking, lost, blocked)).toBe(true);
    expect(asks(...talking, blocked)).toBe(false);
    expect(asks(...talking, lost, moved, blocked)).toBe(false);
    expect(asks(...talking, lost, moved, roomFailed, blocked)).toBe(false);
  });

  it('says of its link what is so where the room cannot be had', () => {
    const { state } = play(call, ...talking, { type: 'linkLost', callId: CALL }, moved, roomFailed);
    expect(state).toMatchObject({ name: 'connected', link: 'restoring' });
  });

  it('joins one room, however often it is asked', () => {
    const { effects } = play(call, ...talking, moved, moved);
    expect(types(effects).filter((type) => type === 'joinRoom')).toHaveLength(1);
  });

  it('goes on peer to peer where the room cannot be had, and says so', () => {
    const early = play(call, ...talking, moved, roomFailed);
    expect(early.state).toMatchObject({ name: 'connected', move: { phase: 'failed', reason: null } });
    expect(types(early.effects)).not.toContain('closeLink');
    const late = play(call, ...talking, moved, roomJoined, roomFailed);
    expect(late.state).toMatchObject({ name: 'connected', move: { phase: 'failed' } });
  });

  it('knows what it was to move for where that fails', () => {
    const { state } = play(
      call,
      ...talking,
      { type: 'moved', callId: CALL, reason: 'recording', at: 2_000 },
      roomFailed,
    );
    expect(state).toMatchObject({ name: 'connected', move: { phase: 'failed', reason: 'recording' } });
  });

  it('ends where the room is lost for good and the link is gone', () => {
    const { state } = play(
      call,
      ...talking,
      moved,
      roomJoined,
      { type: 'linkDone', callId: CALL },
      roomFailed,
    );
    expect(state).toMatchObject({ name: 'ended', end: { reason: 'connection-lost' } });
  });

  it('is joined in its room by the person invited, without a link', () => {
    const { state, effects } = play(
      rang(),
      { type: 'accept' },
      { ...acceptAnswered, room: { callId: OTHER_CALL } },
    );
    expect(state).toMatchObject({ name: 'moved', linked: false, call: { callId: OTHER_CALL } });
    expect(types(effects)).toContain('joinRoom');
    expect(types(effects)).not.toContain('openLink');
  });
});

describe('what the other side says of itself', () => {
  it('is kept with the call', () => {
    const { state } = play(
      call,
      invited(),
      accepted(),
      {
        type: 'signalled',
        callId: CALL,
        message: { kind: 'state', microphone: false, camera: true, screen: false },
      },
      { type: 'peerAway', callId: CALL, away: true },
    );
    expect(state).toMatchObject({ call: { peerAway: true, peerMedia: { microphone: false, camera: true } } });
  });
});
