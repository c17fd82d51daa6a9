import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SLOW } from '#client/testing/slow.ts';
import { DEFAULT_CALL_SETTINGS } from '#protocol/call-settings.ts';
import { audioConstraints, captureSizeFor } from './capture-constraints.ts';
import { createLocalMedia, type LocalMedia, liveTrack } from './local-media.ts';

/** A track as a browser makes it, as far as anything here looks at one. */
class Track extends EventTarget {
  readonly kind: 'audio' | 'video';
  readonly label: string;
  readonly deviceId: string;
  readonly facingMode: string | undefined;
  enabled = true;
  readyState: 'live' | 'ended' = 'live';
  constructor(kind: 'audio' | 'video', deviceId: string, label: string, facingMode?: string) {
    super();
    this.kind = kind;
    this.facingMode = facingMode;
    this.deviceId = deviceId;
    this.label = label;
  }
  getSettings() {
    return { deviceId: this.deviceId, ...(this.facingMode && { facingMode: this.facingMode }) };
  }
  stop() {
    this.readyState = 'ended';
  }
  /** The cable is pulled. */
  unplug() {
    this.readyState = 'ended';
    this.dispatchEvent(new Event('ended'));
  }
}

/** Stands for the machine's devices and what the person has allowed. */
class Machine extends EventTarget {
  microphones = ['mic-1', 'mic-2'];
  cameras = ['cam-1'];
  /** Has a camera on either side, which is asked for by where it looks. */
  phone = false;
  allowed = { audio: true, video: true };
  /** Ids of devices that are plugged in and cannot be opened. */
  readonly busy = new Set<string>();
  readonly opened: Track[] = [];
  readonly prompts: string[] = [];
  gate: Promise<void> = Promise.resolve();

  /** Where browsers give a device another id when it returns, its label stays. */
  labels = new Map<string, string>();

  async enumerateDevices() {
    const ofKind = (kind: string, devices: readonly string[]) =>
      devices.map((deviceId) => ({ kind, deviceId, label: this.#labelOf(deviceId) }));
    return [...ofKind('audioinput', this.microphones), ...ofKind('videoinput', this.cameras)];
  }

  #labelOf(deviceId: string): string {
    return this.labels.get(deviceId) ?? `Label of ${deviceId}`;
  }

  /** The cable is put in again, or another one. */
  plugIn(...microphones: string[]): void {
    this.microphones = microphones;
    this.dispatchEvent(new Event('devicechange'));
  }

  async getUserMedia(constraints: {
    audio?: { deviceId?: { exact: string } };
    video?: { deviceId?: { exact: string }; facingMode?: { ideal: string } };
  }) {
    this.prompts.push(Object.keys(constraints).join('+'));
    await this.gate;
    const wanted = [
      constraints.audio && ({ kind: 'audio', devices: this.microphones, asked: constraints.audio } as const),
      constraints.video && ({ kind: 'video', devices: this.cameras, asked: constraints.video } as const),
    ].filter((want) => want !== undefined);
    const tracks = wanted.map(({ kind, devices, asked }) => {
      if (!this.allowed[kind]) throw new DOMException('', 'NotAllowedError');
      const exact = asked.deviceId?.exact;
      if (exact !== undefined && !devices.includes(exact)) throw new DOMException('', 'OverconstrainedError');
      const device = exact ?? devices[0];
      if (device !== undefined && this.busy.has(device)) throw new DOMException('', 'NotReadableError');
      if (device === undefined) throw new DOMException('', 'NotFoundError');
      const facing = this.phone && kind === 'video' ? constraints.video?.facingMode?.ideal : undefined;
      return new Track(kind, device, this.#labelOf(device), facing);
    });
    this.opened.push(...tracks);
    return {
      getTracks: () => tracks,
      getAudioTracks: () => tracks.filter((track) => track.kind === 'audio'),
      getVideoTracks: () => tracks.filter((track) => track.kind === 'video'),
    };
  }
}

let machine: Machine;
let media: LocalMedia;

beforeEach(() => {
  machine = new Machine();
  vi.stubGlobal('navigator', { mediaDevices: machine });
  media = createLocalMedia({
    settings: DEFAULT_CALL_SETTINGS,
    captureSize: ({ videoBandwidth }) => captureSizeFor(videoBandwidth),
  });
});

afterEach(() => {
  media.close();
  vi.unstubAllGlobals();
});

const both = { microphone: true, camera: true };
const status = () => [media.get().microphone.status, media.get().camera.status];

describe('microphone and camera of a call', () => {
  it('asks for both in one prompt', async () => {
    await media.start(both);
    expect(machine.prompts).toEqual(['audio+video']);
    expect(status()).toEqual(['live', 'live']);
  });

  it('takes the microphone alone where there is no camera, and says why', async () => {
    machine.cameras = [];
    await media.start(both);
    expect(media.get().microphone.status).toBe('live');
    expect(media.get().camera).toEqual({ status: 'failed', reason: 'not-found' });
  });

  it('says that permission was refused', async () => {
    machine.allowed.audio = false;
    await media.start({ microphone: true, camera: false });
    expect(media.get().microphone).toEqual({ status: 'failed', reason: 'denied' });
  });

  it('takes the next device when one is unplugged, and says which', async () => {
    await media.start(both);
    machine.microphones = ['mic-2'];
    machine.opened[0]?.unplug();
    await vi.waitFor(() => expect(media.get().microphone).toMatchObject({ deviceId: 'mic-2' }), SLOW);
    expect(media.get().removed).toMatchObject({ kind: 'microphone', replacedBy: 'Label of mic-2' });
  });

  it('says that a device was removed for which there is no other one', async () => {
    await media.start(both);
    machine.cameras = [];
    machine.opened[1]?.unplug();
    await vi.waitFor(
      () => expect(media.get().removed).toMatchObject({ kind: 'camera', replacedBy: null }),
      SLOW,
    );
    expect(media.get().camera).toEqual({ status: 'failed', reason: 'not-found' });
  });

  it('takes a microphone that is plugged in after there was none', async () => {
    machine.microphones = [];
    await media.start({ microphone: true, camera: false });
    machine.microphones = ['mic-9'];
    machine.dispatchEvent(new Event('devicechange'));
    await vi.waitFor(() => expect(media.get().microphone.status).toBe('live'), SLOW);
  });

  it('keeps a new microphone muted that takes the place of a muted one', async () => {
    await media.start(both);
    media.setMuted(true);
    machine.opened[0]?.unplug();
    await vi.waitFor(() => expect(machine.opened).toHaveLength(3), SLOW);
    expect(liveTrack(media.get().microphone)?.enabled).toBe(false);
  });

  it('turns from a phone’s front camera to the back one and back again, one at a time', async () => {
    machine.phone = true;
    await media.start(both);
    for (const facing of ['user', 'environment', 'user']) {
      expect(media.get().camera).toMatchObject({ status: 'live', facing });
      await media.switchCamera();
    }
    const cameras = machine.opened.filter(({ kind }) => kind === 'video');
    expect(cameras.map(({ readyState }) => readyState)).toEqual(['ended', 'ended', 'ended', 'live']);
  });

  it('closes the camera itself when it is switched off, so that its light goes out', async () => {
    await media.start(both);
    await media.setCamera(false);
    expect(machine.opened.map((track) => track.readyState)).toEqual(['live', 'ended']);
    await media.setCamera(true);
    expect(media.get().camera.status).toBe('live');
  });

  it('stops a track that arrives after the call was left', async () => {
    let open = () => {};
    machine.gate = new Promise((resolve) => {
      open = resolve;
    });
    const started = media.start(both);
    media.close();
    open();
    await started;
    expect(machine.opened.map((track) => track.readyState)).toEqual(['ended', 'ended']);
    expect(status()).toEqual(['off', 'off']);
  });

  it('does not open the camera again for a lost track that was switched off already', async () => {
    await media.start(both);
    await media.setCamera(false);
    machine.opened[1]?.unplug();
    expect(media.get().camera.status).toBe('off');
    expect(machine.opened).toHaveLength(2);
  });
});

describe('a headset that was unplugged and returns', () => {
  const inUse = () => {
    const { microphone } = media.get();
    return microphone.status === 'live' ? microphone.deviceId : microphone.status;
  };
  const usedIs = (deviceId: string) => vi.waitFor(() => expect(inUse()).toBe(deviceId), SLOW);
  /** The call goes on with the microphone of the machine. */
  const unplugged = async () => {
    machine.microphones = ['built-in', 'headset'];
    await media.choose('microphone', 'headset');
    await media.start({ microphone: true, camera: false });
    expect(inUse()).toBe('headset');
    const headset = machine.opened.at(-1);
    machine.microphones = ['built-in'];
    headset?.unplug();
    machine.dispatchEvent(new Event('devicechange'));
    await usedIs('built-in');
  };

  it('is used again, which is said, and the other one is closed', async () => {
    await unplugged();
    const builtIn = liveTrack(media.get().microphone);
    machine.plugIn('built-in', 'headset');
    await usedIs('headset');
    expect(builtIn?.readyState).toBe('ended');
    expect(media.get().removed).toMatchObject({ replacedBy: 'Label of headset', returned: true });
  });

  it('is known by its name where it has another id', async () => {
    await unplugged();
    machine.labels.set('headset-2', 'Label of headset');
    machine.plugIn('built-in', 'headset-2');
    await usedIs('headset-2');
  });

  it('stays muted', async () => {
    await unplugged();
    media.setMuted(true);
    machine.plugIn('built-in', 'headset');
    await usedIs('headset');
    expect(liveTrack(media.get().microphone)?.enabled).toBe(false);
  });

  it('that cannot be opened yet is waited for, with the other one on', async () => {
    await unplugged();
    const builtIn = liveTrack(media.get().microphone);
    machine.busy.add('headset');
    machine.plugIn('built-in', 'headset');
    await vi.waitFor(() => expect(machine.prompts.length).toBeGreaterThan(2), SLOW);
    await machine.gate;
    expect([inUse(), builtIn?.readyState]).toEqual(['built-in', 'live']);
    machine.busy.clear();
    machine.plugIn('built-in', 'headset');
    await usedIs('headset');
  });

  it('is left alone once another one was chosen', async () => {
    await unplugged();
    await media.choose('microphone', 'built-in');
    const { length } = machine.prompts;
    machine.plugIn('built-in', 'headset');
    await machine.enumerateDevices();
    expect(machine.prompts).toHaveLength(length);
    expect(inUse()).toBe('built-in');
  });

  it('is used by a call that began without it', async () => {
    machine.microphones = ['built-in'];
    await media.choose('microphone', 'headset');
    await media.start({ microphone: true, camera: false });
    expect(inUse()).toBe('built-in');
    machine.plugIn('built-in', 'headset');
    await usedIs('headset');
  });
});

describe('what is asked of the devices', () => {
  it('leaves to the browser what the person has not set', () => {
    expect(audioConstraints(DEFAULT_CALL_SETTINGS, null)).toEqual({});
    expect(
      audioConstraints({ ...DEFAULT_CALL_SETTINGS, noiseSuppression: false }, { deviceId: 'a' }),
    ).toEqual({
      noiseSuppression: false,
      deviceId: { exact: 'a' },
    });
  });

  it('asks for a larger picture as the bandwidth grows', () => {
    expect([150, 200, 300, 500, 800, 1000].map((kbps) => captureSizeFor(kbps).height)).toEqual([
      360, 360, 360, 540, 720, 720,
    ]);
  });
});
