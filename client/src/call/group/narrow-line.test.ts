import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

vi.hoisted(() => vi.resetModules());
vi.mock('./device.ts', () => ({
  prefetchDevice: () => {},
  loadDevice: () => node.loadDevice(),
}));

import { DEFAULT_CALL_SETTINGS } from '#protocol/call-settings.ts';
import type { CallId } from '#protocol/ids.ts';
import type { GroupCall } from './group-call.ts';
import { createGroupCall } from './session.ts';
import { FakeDevices } from './testing/fake-devices.ts';
import { FakeNode } from './testing/fake-node.ts';

const CAMERA = 'camera-1';
/** A picture that is not sent for a moment only is still shown. */
const HELD_MS = 3_500;

let node: FakeNode;
let call: GroupCall;

beforeEach(async () => {
  vi.useFakeTimers();
  node = new FakeNode();
  vi.stubGlobal('navigator', { mediaDevices: new FakeDevices() });
  call = createGroupCall({
    target: { kind: 'call', callId: '01920000-0000-7000-8000-000000000003' as CallId },
    signal: node.signal,
    loadSettings: () => Promise.resolve(DEFAULT_CALL_SETTINGS),
  });
  call.join({ microphone: true, camera: true });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(node.isHeard).toBe(true);
  call.setVisible(tile(), 'camera', { width: 320, height: 180 });
});

afterEach(() => {
  call.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const tile = (): string => [...call.get().tracks.keys()][0] ?? '';
const shows = (): boolean => call.get().tracks.get(tile())?.camera !== undefined;
const sends = async (spatialLayer: number | null, ms = HELD_MS) => {
  node.say('groupCall.consumerLayersChanged', { consumerId: CAMERA, spatialLayer });
  await vi.advanceTimersByTimeAsync(ms);
};

describe('over a line that carries too little', () => {
  it('a picture that is no longer sent is taken away, and audio only is offered until it comes again', async () => {
    await sends(null, 1_000);
    expect([shows(), call.get().audioOnly]).toEqual([true, 'no']);
    await sends(null);
    expect([shows(), call.get().audioOnly]).toEqual([false, 'offered']);
    await sends(0, 0);
    expect([shows(), call.get().audioOnly]).toEqual([true, 'no']);
  });

  it('audio only stops all pictures, one’s own too, and brings them back', async () => {
    await sends(null);
    call.setAudioOnly(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(call.get()).toMatchObject({ audioOnly: 'on', local: { camera: { status: 'off' } } });
    expect([node.consumers.get(CAMERA), node.sent.camera, node.sent.microphone]).toEqual([
      true,
      'paused',
      'sent',
    ]);
    call.setAudioOnly(false);
    await sends(0, 1_000);
    expect(call.get()).toMatchObject({ audioOnly: 'no', local: { camera: { status: 'live' } } });
    expect([node.consumers.get(CAMERA), node.sent.camera, shows()]).toEqual([false, 'sent', true]);
  });

  it('a camera that was off stays off', async () => {
    call.setCamera(false);
    call.setAudioOnly(true);
    call.setAudioOnly(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(call.get()).toMatchObject({ audioOnly: 'no', local: { camera: { status: 'off' } } });
  });
});

it('no picture is received while no one looks, and sound goes on', async () => {
  call.setWatched(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([...node.consumers.values()].toSorted()).toEqual([false, true]);
  expect(node.consumers.get(CAMERA)).toBe(true);
  await sends(null);
  expect(call.get().audioOnly).toBe('no');
  call.setWatched(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(node.isHeard).toBe(true);
});
