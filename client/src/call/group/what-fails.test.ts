import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

vi.hoisted(() => vi.resetModules());
vi.mock('./device.ts', () => ({
  prefetchDevice: () => {},
  loadDevice: () => node.loadDevice(),
}));

import { DEFAULT_CALL_SETTINGS } from '#protocol/call-settings.ts';
import type { CallId } from '#protocol/ids.ts';
import type { SignalRequestName } from '#protocol/signal/contract.ts';
import { claimedMedia, isMuted } from './claims.ts';
import type { GroupCall } from './group-call.ts';
import { createGroupCall } from './session.ts';
import { FakeDevices } from './testing/fake-devices.ts';
import { FakeNode, type Fault } from './testing/fake-node.ts';

/** What fails that is not told by then was failed in silence. */
const TOLD_WITHIN_MS = 6_500;
const STEP_MS = 250;
const TEN_MINUTES_MS = 600_000;

const once: Fault = { times: 1, how: 'service-unavailable' };
const faults: readonly (readonly [string, Fault])[] = [
  ['once with 503', once],
  ['five times with 503', { times: 5, how: 'service-unavailable' }],
  ['once not at all', { times: 1, how: 'silence' }],
  ['five times not at all', { times: 5, how: 'silence' }],
];
const forEver: readonly (readonly [string, Fault])[] = [
  ['always with 503', { times: Number.POSITIVE_INFINITY, how: 'service-unavailable' }],
  ['always with 500', { times: Number.POSITIVE_INFINITY, how: 'internal-error' }],
  ['never', { times: Number.POSITIVE_INFINITY, how: 'silence' }],
];

let node: FakeNode;
let devices: FakeDevices;
let call: GroupCall;

beforeEach(() => {
  vi.useFakeTimers();
  node = new FakeNode();
  devices = new FakeDevices();
  vi.stubGlobal('navigator', { mediaDevices: devices });
  call = createGroupCall({
    target: { kind: 'call', callId: '01920000-0000-7000-8000-000000000003' as CallId },
    signal: node.signal,
    loadSettings: () => Promise.resolve(DEFAULT_CALL_SETTINGS),
  });
});

afterEach(() => {
  call.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Whether the page says that something does not work, or that it is being mended. */
function isTold(): boolean {
  const { state, interrupted, troubles } = call.get();
  return state.name !== 'joined' || interrupted || troubles.length > 0;
}

/** Lets time pass. Fails when it is not as wanted for long and nothing is said. */
async function pass(ms: number, isAsWanted: () => boolean): Promise<void> {
  let silentMs = 0;
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    await vi.advanceTimersByTimeAsync(STEP_MS);
    silentMs = isAsWanted() || isTold() ? 0 : silentMs + STEP_MS;
    if (silentMs >= TOLD_WITHIN_MS) throw new Error(`Nothing was said ${passed} ms after the beginning`);
  }
}

const join = () => call.join({ microphone: true, camera: true });
const isWhole = () => node.sent.microphone === 'sent' && node.sent.camera === 'sent' && node.isHeard;

async function joined(): Promise<void> {
  join();
  await pass(3_000, isWhole);
  expect(isWhole()).toBe(true);
  expect(call.get()).toMatchObject({ sent: { microphone: 'sent', camera: 'sent' }, troubles: [] });
}

const expectNoSpinning = () => expect(node.busiestSecond).toBeLessThanOrEqual(2);

describe.each<SignalRequestName>([
  'groupCall.connectTransport',
  'groupCall.produce',
  'groupCall.ready',
  'groupCall.resumeConsumer',
])('while one joins, %s', (name) => {
  it.each(faults)('is answered %s, and all are heard and seen in the end', async (_, fault) => {
    node.fail(name, fault);
    join();
    await pass(TEN_MINUTES_MS, isWhole);
    expect(isWhole()).toBe(true);
    expect(call.get()).toMatchObject({
      state: { name: 'joined' },
      interrupted: false,
      troubles: [],
      sent: { microphone: 'sent', camera: 'sent' },
    });
    expectNoSpinning();
    expect(node.negotiationsAtOnce).toBe(1);
  });

  it.each(forEver)('is answered %s: that stays said, and is not tried for ever', async (_, fault) => {
    node.fail(name, fault);
    join();
    await pass(2 * TEN_MINUTES_MS, isWhole);
    expect(isTold()).toBe(true);
    expectNoSpinning();
    const before = node.asked.filter((asked) => asked.name === name).length;
    await pass(TEN_MINUTES_MS, isWhole);
    expect(node.asked.filter((asked) => asked.name === name)).toHaveLength(before);
    expect(isTold()).toBe(true);
  });
});

describe('a room that is entered again', () => {
  const rebuild = () => node.say('groupCall.rebuildNeeded', { reason: 'worker-died' });

  it.each<SignalRequestName>([
    'groupCall.connectTransport',
    'groupCall.produce',
    'groupCall.ready',
    'groupCall.resumeConsumer',
    'groupCall.join',
  ])('is whole again although %s fails once', async (name) => {
    await joined();
    node.fail(name, once);
    rebuild();
    await pass(60_000, isWhole);
    expect(isWhole()).toBe(true);
    expect(isTold()).toBe(false);
    expectNoSpinning();
  });

  it.each(faults)('is told again that one records, where that is answered %s', async (_, fault) => {
    await joined();
    await Promise.all([call.meeting.setRecording(true), vi.advanceTimersByTimeAsync(100)]);
    const { state } = call.get();
    node.say('groupCall.recordingChanged', { memberId: 'memberId' in state && state.memberId, on: true });
    node.fail('groupCall.setRecording', fault);
    rebuild();
    await pass(TEN_MINUTES_MS, () => node.recording && isWhole());
    expect(node.recording).toBe(true);
    expect(isTold()).toBe(false);
  });
});

it('a second rebuild does not forget what the room before had not been told', async () => {
  await joined();
  const { state } = call.get();
  node.say('groupCall.recordingChanged', { memberId: 'memberId' in state && state.memberId, on: true });
  node.fail('groupCall.setRecording', { times: 5, how: 'service-unavailable' });
  for (let rebuild = 0; rebuild < 2; rebuild += 1) {
    node.say('groupCall.rebuildNeeded', { reason: 'worker-died' });
    await pass(2_000, isWhole);
  }
  await pass(60_000, () => node.recording && isWhole());
  expect(node.recording).toBe(true);
});

describe('a microphone that is muted', () => {
  it('is never heard where that was said before it was open', async () => {
    join();
    call.setMuted(true);
    await pass(3_000, () => node.sent.microphone === 'paused');
    expect(node.sent.microphone).toBe('paused');
    expect(node.asked.some(({ name }) => name === 'groupCall.pauseProducer')).toBe(false);
    expect(devices.tracks.find(({ kind }) => kind === 'audio')?.enabled).toBe(false);
  });

  it.each([...faults, ...forEver])('is silent at once where that is answered %s', async (_, fault) => {
    await joined();
    node.fail('groupCall.pauseProducer', fault);
    call.setMuted(true);
    expect(devices.tracks.find(({ kind }) => kind === 'audio')?.enabled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    // The others still see it as it was, and the page does not claim anything else.
    expect(isMuted(call.get())).toBe(false);
    expect(claimedMedia(call.get())?.muted).toBe(true);
    await pass(TEN_MINUTES_MS, () => node.sent.microphone === 'paused');
    const heals = Number.isFinite(fault.times);
    expect(node.sent.microphone).toBe(heals ? 'paused' : 'sent');
    expect(isMuted(call.get())).toBe(heals);
    expect(call.get().troubles).toEqual(heals ? [] : [{ what: 'microphone', wanted: 'off', givenUp: true }]);
    expectNoSpinning();
  });

  it.each([...faults, ...forEver])(
    'counts as muted until it is heard, which is answered %s',
    async (_, fault) => {
      await joined();
      call.setMuted(true);
      await pass(1_000, () => node.sent.microphone === 'paused');
      node.fail('groupCall.resumeProducer', fault);
      call.setMuted(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(claimedMedia(call.get())?.muted).toBe(true);
      await pass(TEN_MINUTES_MS, () => node.sent.microphone === 'sent');
      const heals = Number.isFinite(fault.times);
      expect(node.sent.microphone).toBe(heals ? 'sent' : 'paused');
      expect(claimedMedia(call.get())?.muted).toBe(!heals);
      expect(isTold()).toBe(!heals);
      expectNoSpinning();
    },
  );

  it('is asked for no more than twice a second, however fast it is switched, and ends as it was wanted last', async () => {
    await joined();
    for (let press = 0; press < 21; press += 1) {
      call.setMuted(press % 2 === 0);
      await vi.advanceTimersByTimeAsync(40);
    }
    await pass(3_000, () => node.sent.microphone === 'paused');
    expect(node.sent.microphone).toBe('paused');
    expectNoSpinning();
  });

  it.each([
    ['unmuted', 'groupCall.pauseProducer'],
    ['muted', 'groupCall.resumeProducer'],
  ] as const)('ends %s where that was wanted last, although no answer came to %s', async (_, request) => {
    const muted = request === 'groupCall.resumeProducer';
    await joined();
    call.setMuted(muted);
    await pass(3_000, () => node.sent.microphone === (muted ? 'paused' : 'sent'));
    node.fail(request, { times: 1, how: 'lost' });
    call.setMuted(!muted);
    await pass(1_000, () => node.sent.microphone === (muted ? 'sent' : 'paused'));
    call.setMuted(muted);
    await pass(TEN_MINUTES_MS, () => node.sent.microphone === (muted ? 'paused' : 'sent'));
    expect(node.sent.microphone).toBe(muted ? 'paused' : 'sent');
    expect(isTold()).toBe(false);
    expectNoSpinning();
  });

  it('that was never sent is claimed to be heard by no one', async () => {
    node.fail('groupCall.produce', { times: Number.POSITIVE_INFINITY, how: 'service-unavailable' });
    join();
    await pass(20_000, isWhole);
    expect(claimedMedia(call.get())?.muted).toBe(true);
    expect(call.get().troubles).toContainEqual({ what: 'microphone', wanted: 'on', givenUp: false });
    expect(call.get().troubles).toContainEqual({ what: 'camera', wanted: 'on', givenUp: false });
  });
});

describe('a screen that is shared', () => {
  it.each(faults)('is claimed once the media node has it, which is answered %s', async (_, fault) => {
    await joined();
    node.fail('groupCall.produce', fault);
    call.startScreen();
    await vi.advanceTimersByTimeAsync(1);
    expect(call.get().local?.screen.status).toBe('live');
    expect(claimedMedia(call.get())?.screen.status).toBe('starting');
    await pass(TEN_MINUTES_MS, () => node.sent.screen === 'sent' && node.sent['screen-audio'] === 'sent');
    expect(claimedMedia(call.get())?.screen).toBe(call.get().local?.screen);
    expect(isTold()).toBe(false);
    expectNoSpinning();
  });

  it.each(faults)('is over for the others too when it is stopped, which is answered %s', async (_, fault) => {
    await joined();
    call.startScreen();
    await pass(2_000, () => node.sent.screen === 'sent');
    node.fail('groupCall.closeProducer', fault);
    call.stopScreen();
    await pass(TEN_MINUTES_MS, () => node.sent.screen === undefined);
    expect(node.sent).toEqual({ microphone: 'sent', camera: 'sent' });
    expect(isTold()).toBe(false);
    expectNoSpinning();
  });

  it('is over for the others too where no answer came to its beginning', async () => {
    await joined();
    node.fail('groupCall.produce', { times: Number.POSITIVE_INFINITY, how: 'lost' });
    call.startScreen();
    await pass(1_000, () => node.sent.screen === 'sent');
    call.stopScreen();
    await pass(TEN_MINUTES_MS, () => node.sent.screen === undefined);
    expect(node.sent).toEqual({ microphone: 'sent', camera: 'sent' });
    expect(isTold()).toBe(false);
    expectNoSpinning();
  });

  it('that may not be is over at once, with the reason', async () => {
    await joined();
    node.fail('groupCall.produce', { times: Number.POSITIVE_INFINITY, how: 'forbidden' });
    call.startScreen();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(call.get()).toMatchObject({
      refused: { code: 'forbidden' },
      local: { screen: { status: 'failed' } },
    });
    expect(call.get().troubles).toEqual([]);
  });
});

describe('a picture of another that is out of sight', () => {
  it('moves again once it is seen, although no answer came when it was stopped', async () => {
    await joined();
    const show = (size: { width: number; height: number } | null) => {
      const { state } = call.get();
      if (!('room' in state)) throw new Error('not in a room');
      for (const { tile } of state.room.members) call.setVisible(tile, 'camera', size);
    };
    node.fail('groupCall.pauseConsumer', { times: 1, how: 'lost' });
    show(null);
    await pass(1_000, () => !node.isHeard);
    expect(node.isHeard).toBe(false);
    show({ width: 320, height: 180 });
    await pass(TEN_MINUTES_MS, isWhole);
    expect(isWhole()).toBe(true);
    expect(isTold()).toBe(false);
    expectNoSpinning();
  });
});

describe('what the media node has lost', () => {
  it('is sent again: a producer that it no longer knows', async () => {
    await joined();
    node.producers.clear();
    call.setMuted(true);
    await pass(5_000, () => node.sent.microphone === 'paused');
    expect(node.sent.microphone).toBe('paused');
  });

  it('is entered again: a room that it no longer knows the member of', async () => {
    await joined();
    node.fail('groupCall.pauseProducer', { times: 1, how: 'not-in-room' });
    call.setMuted(true);
    await pass(10_000, () => node.sent.microphone === 'paused' && node.isHeard);
    expect(call.get().state).toMatchObject({ name: 'joined', attempt: 2 });
    expect(node.sent).toEqual({ microphone: 'paused', camera: 'sent' });
  });
});

describe('who joins again', () => {
  it('is as muted and unseen as when they left', async () => {
    await joined();
    call.setMuted(true);
    call.setCamera(false);
    await pass(1_000, () => node.sent.microphone === 'paused');
    call.leave();
    await vi.advanceTimersByTimeAsync(STEP_MS);
    expect(call.get().state.name).toBe('left');
    node.producers.clear();
    call.join();
    await pass(5_000, () => node.isHeard);
    expect(call.get()).toMatchObject({
      state: { name: 'joined' },
      local: { muted: true, camera: { status: 'off' } },
    });
    expect(node.sent.microphone).not.toBe('sent');
    expect(node.sent.camera).not.toBe('sent');
  });

  it('with a new page raises the hand that was raised on the last one', async () => {
    call.join({ microphone: true, camera: true }, { handRaised: true });
    await pass(3_000, isWhole);
    const hands = node.asked.filter(({ name }) => name === 'groupCall.setHand');
    expect(hands.map(({ data }) => data)).toEqual([{ raised: true }]);
  });
});

describe('the end of a recording on the server', () => {
  beforeEach(async () => {
    await joined();
    node.say('groupCall.serverRecordingChanged', { on: true });
  });
  const stops = () => node.asked.filter(({ name }) => name === 'recording.stop').length;

  it.each(faults)('is asked for until it has come, although that is answered %s', async (_, fault) => {
    node.fail('recording.stop', fault);
    const stopped = call.meeting.recordOnServer(false);
    await pass(TEN_MINUTES_MS, isWhole);
    await stopped;
    expect(call.get().state).toMatchObject({ name: 'joined', room: { recordedByServer: false } });
    expectNoSpinning();
  });

  it('is asked for no longer once it has come by another way', async () => {
    node.fail('recording.stop', { times: 1, how: 'lost' });
    const stopped = call.meeting.recordOnServer(false);
    await pass(TEN_MINUTES_MS, isWhole);
    await stopped;
    expect(stops()).toBe(1);
  });

  it('fails with why where it is refused', async () => {
    node.fail('recording.stop', { times: 1, how: 'forbidden' });
    const stopped = expect(call.meeting.recordOnServer(false)).rejects.toMatchObject({ code: 'forbidden' });
    await pass(1_000, isWhole);
    await stopped;
    expect(stops()).toBe(1);
  });
});

it('a call that was given up in part is whole again when it is entered again', async () => {
  node.fail('groupCall.produce', { times: 60, how: 'service-unavailable' });
  join();
  await pass(TEN_MINUTES_MS, isWhole);
  expect(call.get().troubles.every(({ givenUp }) => givenUp)).toBe(true);
  node.fail('groupCall.produce', { times: 0, how: 'service-unavailable' });
  call.rejoin();
  await pass(5_000, isWhole);
  expect(isWhole()).toBe(true);
  expect(isTold()).toBe(false);
});
