import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EncodedPacket } from 'mediabunny';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SLOW } from '#platform/testing/slow.ts';
import type { RecordingId } from '#protocol/ids.ts';
import {
  RECORDING_CHUNK_BYTES,
  type RecordedFile,
  type RecordingResult,
  type Spans,
} from '#protocol/sfu/recording.ts';
import { type FakeDevices, type FakeDevicesOptions, openFakeDevices } from '#sfu/testing/fake-devices.ts';
import { madeAtMs, soundMadeAtMs } from '#sfu/testing/fake-frames.ts';
import { TestMember } from '#sfu/testing/member.ts';
import { isRising, packetsOf } from '#sfu/testing/recorded-media.ts';
import { newRoomId, startTestNode, type TestNode } from '#sfu/testing/test-node.ts';
import { OPUS_SILENCE } from './opus.ts';

const LONG_MS = 12 * 60 * 60 * 1_000;

let folder: string;
let node: TestNode;
const opened: FakeDevices[] = [];
const members: TestMember[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recordings-'));
  node = await startTestNode({ recordingsFolder: folder });
});
afterEach(async () => {
  for (const devices of opened.splice(0)) devices.stop();
  for (const member of members.splice(0)) member.vanish();
  await node.close();
  await rm(folder, { recursive: true, force: true });
});

const newRecordingId = () => randomUUID() as RecordingId;

async function enter(roomId = newRoomId(), name = 'Aiko') {
  const member = await TestMember.join(node, roomId, { party: { kind: 'user', id: randomUUID(), name } });
  members.push(member);
  return { member, connection: await member.connectSending() };
}

async function perform(options: FakeDevicesOptions, roomId = newRoomId(), name = 'Aiko') {
  const { member, connection } = await enter(roomId, name);
  const devices = await openFakeDevices(member, connection, options);
  opened.push(devices);
  return { member, devices };
}

async function record(member: TestMember): Promise<RecordingId> {
  const recordingId = newRecordingId();
  await node.ask('recording.start', { recordingId, roomId: member.roomId, maxDurationMs: LONG_MS });
  return recordingId;
}

const reference = ({ roomId, memberId }: TestMember) => ({ roomId, memberId });

const soundMade = (devices: FakeDevices, count: number) => {
  const until = devices.sounds + count;
  return vi.waitFor(() => expect(devices.sounds).toBeGreaterThan(until), SLOW);
};

const filmed = (devices: FakeDevices, count: number) => {
  const until = devices.frames + count;
  return vi.waitFor(() => expect(devices.frames).toBeGreaterThan(until), SLOW);
};

async function resultOf(recordingId: RecordingId): Promise<RecordingResult> {
  return await vi.waitFor(async () => {
    const found = await node.ask('recording.inspect', { recordingId });
    if (found.state !== 'finished') throw new Error(`it is ${found.state}`);
    return found.result;
  }, SLOW);
}

async function stopped(recordingId: RecordingId): Promise<RecordingResult> {
  await node.ask('recording.stop', { recordingId });
  return await resultOf(recordingId);
}

/** As a server reads it, in chunks. */
async function contentsOf(
  recordingId: RecordingId,
  { fileId, bytes }: RecordedFile,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for (let offset = 0; offset < bytes; offset += RECORDING_CHUNK_BYTES) {
    const { base64 } = await node.ask('recording.read', {
      ...{ recordingId, fileId, offset },
      length: RECORDING_CHUNK_BYTES,
    });
    chunks.push(Buffer.from(base64, 'base64'));
  }
  return Uint8Array.from(Buffer.concat(chunks));
}

function onlyFile({ files }: RecordingResult): RecordedFile {
  const [file, ...others] = files;
  if (!file || others.length > 0) throw new Error(`${files.length} files`);
  return file;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Those that are put in for a camera that is off have less, all others more. */
const BLACK_BYTES = 400;

/** Of a key frame (RFC 6386, 9.1). */
const vp8Width = (data: Uint8Array): number => ((data[6] ?? 0) | ((data[7] ?? 0) << 8)) & 0x3fff;

describe('a recording', () => {
  it('that is stopped while it is being begun, stops', async () => {
    const { member } = await enter();
    const recordingId = newRecordingId();
    const request = { recordingId, roomId: member.roomId, maxDurationMs: LONG_MS };
    await Promise.all([node.ask('recording.start', request), node.ask('recording.stop', { recordingId })]);
    expect(await resultOf(recordingId)).toMatchObject({ fault: null, files: [] });
  });

  it.each([
    ['VP8', 'video/webm', 'vp8'],
    ['VP9', 'video/webm', 'vp9'],
    ['H264', 'video/mp4', 'avc'],
  ] as const)(
    'has %s and Opus of a member in one file, though packets are lost',
    async (codec, mediaType, name) => {
      const { member, devices } = await perform({ codec, loss: 0.02 });
      const recordingId = await record(member);
      const before = devices.frames;
      await filmed(devices, 150);
      const { outcome, fault, durationMs, ...result } = { ...(await stopped(recordingId)) };
      const made = devices.frames - before;
      expect({ outcome, fault }).toEqual({ outcome: 'ready', fault: null });
      const file = onlyFile({ outcome, fault, durationMs, ...result });
      expect(file).toMatchObject({
        mediaType,
        videoCodec: name,
        audioCodec: 'opus',
        source: 'camera',
        party: { name: 'Aiko' },
      });
      const media = await packetsOf(await contentsOf(recordingId, file));
      expect(media).toMatchObject({ width: 640, height: 360 });
      expect(media.durationMs).toBeGreaterThan(4_500);
      expect(Math.abs(media.durationMs - file.durationMs)).toBeLessThan(2);
      expect(Math.abs(durationMs - file.offsetMs - file.durationMs)).toBeLessThan(1_500);
      expect(isRising(media.video)).toBe(true);
      expect(isRising(media.audio)).toBe(true);
      // What was lost has been sent again, and put where it belongs.
      const [first, last] = [media.video[0], media.video.at(-1)];
      const madeMs = first && last ? madeAtMs(last.data) - madeAtMs(first.data) : 0;
      expect(media.video.length).toBeGreaterThan((madeMs / 1_000) * 30 * 0.97);
      // Begun late on a machine that is busy, but begun.
      expect(media.video.length).toBeGreaterThan(made / 2);
      expect(media.video[0]?.type).toBe('key');
      // Sound has no holes.
      const gaps = media.audio.map(
        ({ timestamp }, index) => timestamp - (media.audio[index - 1]?.timestamp ?? -0.02),
      );
      expect(Math.max(...gaps)).toBeLessThan(0.025);
    },
  );

  it('skips to the next key frame, and asks for it, where lost packets do not come again', async () => {
    const { member, devices } = await perform({ codec: 'VP8', loss: 0.02, resends: false });
    const recordingId = await record(member);
    await filmed(devices, 180);
    const result = await stopped(recordingId);
    const media = await packetsOf(await contentsOf(recordingId, onlyFile(result)));
    expect(devices.keyFramesAskedFor).toBeGreaterThan(3);
    // No frame stands behind one that it was made from and that is missing: only a key frame follows a hole.
    const steps = media.video.map((packet, index) => {
      const before = media.video[index - 1];
      return { packet, stepMs: before ? madeAtMs(packet.data) - madeAtMs(before.data) : 0 };
    });
    const behindHoles = steps.filter(({ stepMs }) => stepMs > 50);
    expect(behindHoles.length).toBeGreaterThan(0);
    expect(behindHoles.every(({ packet }) => packet.type === 'key')).toBe(true);
    // The wait for what may still come, and a round of asking; without that key frames come every ten seconds.
    const byLength = behindHoles.map(({ stepMs }) => stepMs).sort((one, other) => one - other);
    expect(byLength[Math.floor(byLength.length / 2)]).toBeLessThan(1_000);
  });

  it('puts pictures beside the sound that was made with them, by the sender reports', async () => {
    const { member, devices } = await perform({ codec: 'VP8', audioDelayMs: 250 });
    await filmed(devices, 30);
    const recordingId = await record(member);
    await filmed(devices, 240);
    const media = await packetsOf(await contentsOf(recordingId, onlyFile(await stopped(recordingId))));
    const late = ({ timestamp }: EncodedPacket) => timestamp > 5;
    const pictures = media.video
      .filter(late)
      .map(({ timestamp, data }) => timestamp * 1_000 - madeAtMs(data));
    const sounds = media.audio.filter(late).flatMap(({ timestamp, data }) => {
      const madeMs = soundMadeAtMs(data);
      return madeMs === null ? [] : timestamp * 1_000 - madeMs;
    });
    expect(pictures.length).toBeGreaterThan(60);
    expect(sounds.length).toBeGreaterThan(100);
    expect(Math.abs(mean(pictures) - mean(sounds))).toBeLessThan(30);
  });

  it('goes on in one file where a camera joins a microphone, black before it, and fills silence where one is muted', async () => {
    const { member, connection } = await enter();
    const devices = await openFakeDevices(member, connection, { codec: 'VP8', startsWith: 'sound' });
    opened.push(devices);
    const recordingId = await record(member);
    await soundMade(devices, 100);
    await node.ask('media.pauseProducer', { ...reference(member), producerId: devices.audioId });
    await soundMade(devices, 100);
    await node.ask('media.resumeProducer', { ...reference(member), producerId: devices.audioId });
    await soundMade(devices, 25);
    await devices.openCamera();
    await filmed(devices, 60);
    const result = await stopped(recordingId);
    expect(result.outcome).toBe('ready');
    const file = onlyFile(result);
    expect(file.mediaType).toBe('video/webm');
    const { audio, video, durationMs } = await packetsOf(await contentsOf(recordingId, file));
    expect(audio.some(({ data }) => soundMadeAtMs(data) === null)).toBe(true);
    expect(audio.length * 20).toBeGreaterThan(durationMs - 100);
    expect([isRising(audio), isRising(video)]).toEqual([true, true]);
    const [black, ...pictures] = video;
    expect({ at: black?.timestamp, width: black && vp8Width(black.data) }).toEqual({ at: 0, width: 320 });
    expect(pictures.length).toBeGreaterThan(40);
    expect(file.present).toEqual([[file.offsetMs, expect.any(Number)]]);
    // Seen since the camera was opened.
    const [[seenMs] = [0]] = file.shown ?? [];
    expect(Math.abs(seenMs - file.offsetMs - (pictures[0]?.timestamp ?? 0) * 1_000)).toBeLessThan(100);
    expect(seenMs - file.offsetMs).toBeGreaterThan(3_000);
  });

  it('goes on in one file, with pictures of another size, where the best layer of a simulcast ends', async () => {
    const small = { width: 320, height: 180 };
    const { member, devices } = await perform({ codec: 'VP8', sizes: [small, { width: 640, height: 360 }] });
    await filmed(devices, 60);
    const recordingId = await record(member);
    await filmed(devices, 90);
    devices.stopBestLayer();
    // The node notices after some seconds that nothing comes.
    await filmed(devices, 210);
    const file = onlyFile(await stopped(recordingId));
    const { width, height, video } = await packetsOf(await contentsOf(recordingId, file));
    // That of the best layer, though others follow.
    expect([width, height]).toEqual([640, 360]);
    expect(isRising(video)).toBe(true);
    const keys = video.filter(({ type, byteLength }) => type === 'key' && byteLength > BLACK_BYTES);
    const widths = keys.map(({ data }) => vp8Width(data));
    expect([widths[0], widths.at(-1)]).toEqual([640, 320]);
    expect(widths).toEqual(widths.toSorted((one, other) => other - one));
  });

  it('has a window in one file that is dragged larger meanwhile', async () => {
    const { member, devices } = await perform({ codec: 'VP8', source: 'screen' });
    const recordingId = await record(member);
    await filmed(devices, 60);
    for (let width = 660; width <= 800; width += 20) {
      devices.resize({ width, height: 450 });
      await filmed(devices, 2);
    }
    await filmed(devices, 90);
    const file = onlyFile(await stopped(recordingId));
    const { width, video } = await packetsOf(await contentsOf(recordingId, file));
    expect(width).toBe(800);
    const widths = video.filter(({ type }) => type === 'key').map(({ data }) => vp8Width(data));
    expect([widths[0], widths.at(-1)]).toEqual([640, 800]);
    expect(isRising(video)).toBe(true);
    // Without a moment in which nothing is shown.
    expect(file.shown).toHaveLength(1);
  });

  it.each(['VP8', 'VP9', 'H264'] as const)(
    'has a member who leaves and comes back with %s in one file, black and silent in between',
    async (codec) => {
      const roomId = newRoomId();
      const ben = await perform({ codec: 'VP8', startsWith: 'sound' }, roomId, 'Ben');
      const party = { kind: 'user', id: randomUUID(), name: 'Aiko' } as const;
      const recordingId = await record(ben.member);
      for (const isBack of [false, true]) {
        const member = await TestMember.join(node, roomId, { party });
        members.push(member);
        const devices = await openFakeDevices(member, await member.connectSending(), { codec });
        opened.push(devices);
        await filmed(devices, 90);
        devices.stop();
        await member.leave();
        if (!isBack) await soundMade(ben.devices, 225);
      }
      const { files } = await stopped(recordingId);
      const [file, ...others] = files.filter(({ party: { name } }) => name === 'Aiko');
      if (!file || others.length > 0) throw new Error(`${files.length} files`);
      const { video, audio } = await packetsOf(await contentsOf(recordingId, file));
      expect([isRising(video), isRising(audio)]).toEqual([true, true]);
      expect(file.present).toHaveLength(2);
      expect(file.shown).toHaveLength(2);
      const between = (packets: readonly EncodedPacket[], spans: Spans | undefined, marginMs: number) => {
        const [[, endMs] = [0, 0], [beginMs] = [0]] = spans ?? [];
        const isBetween = (ms: number) => ms > endMs + marginMs && ms < beginMs - 20;
        return packets.filter(({ timestamp }) => isBetween(file.offsetMs + timestamp * 1_000));
      };
      const black = between(video, file.shown, -5);
      expect(black.map(({ type, byteLength }) => [type, byteLength < BLACK_BYTES])).toEqual([['key', true]]);
      const silence = between(audio, file.present, 20);
      expect(silence.length).toBeGreaterThan(100);
      expect(silence.every(({ byteLength }) => byteLength === OPUS_SILENCE.length)).toBe(true);
    },
  );

  it('says when a member spoke', async () => {
    const { member, devices } = await perform({ codec: 'VP8' });
    const recordingId = await record(member);
    await soundMade(devices, 50);
    devices.speakAt(30);
    await soundMade(devices, 100);
    devices.speakAt(90);
    await soundMade(devices, 100);
    const file = onlyFile(await stopped(recordingId));
    const [spoken, ...others] = file.spoken ?? [];
    if (!spoken || others.length > 0) throw new Error(`spoken: ${JSON.stringify(file.spoken)}`);
    const [fromMs, toMs] = spoken;
    expect(toMs - fromMs).toBeGreaterThan(1_800);
    expect(toMs - fromMs).toBeLessThan(3_000);
  });

  it('begins a new file where a member changes its codec, and says what a member shares', async () => {
    const roomId = newRoomId();
    const { member, devices } = await perform({ codec: 'VP8' }, roomId);
    const screen = await perform({ codec: 'VP8', source: 'screen' }, roomId, 'Ben');
    const playback = await perform({ codec: 'H264', source: 'playback' }, roomId, 'Chika');
    const recordingId = await record(member);
    await filmed(devices, 90);
    await node.ask('media.closeProducer', { ...reference(member), producerId: devices.videoId });
    await devices.openCamera('VP9');
    await filmed(devices, 90);
    await Promise.all([screen, playback].map((other) => other.member.leave()));
    const { files } = await stopped(recordingId);
    const seen = files.map(({ party, source, videoCodec, audioCodec }) =>
      [party.name, source, videoCodec, audioCodec].join(' '),
    );
    expect(seen.sort()).toEqual([
      'Aiko camera vp8 opus',
      'Aiko camera vp9 opus',
      'Ben screen vp8 opus',
      'Chika playback avc opus',
    ]);
    const own = files.filter(({ source }) => source === 'camera');
    for (const file of own) {
      const media = await packetsOf(await contentsOf(recordingId, file));
      expect(media.video.length).toBeGreaterThan(30);
    }
    const [vp8, vp9] = own;
    if (!vp8 || !vp9) throw new Error('two files were expected');
    expect(Math.abs(vp9.offsetMs - vp8.offsetMs - vp8.durationMs)).toBeLessThan(1_500);
  });

  it('has a file for each member, and is ready when the last one has left', async () => {
    const roomId = newRoomId();
    const first = await perform({ codec: 'VP8' }, roomId, 'Aiko');
    const recordingId = await record(first.member);
    // Anyone who sends already is asked for a key frame first; anyone who comes begins with one.
    await filmed(first.devices, 60);
    const second = await perform({ codec: 'VP9' }, roomId, 'Ben');
    await filmed(second.devices, 60);
    await first.member.leave();
    await filmed(second.devices, 60);
    await second.member.leave();
    const { outcome, files, durationMs } = await resultOf(recordingId);
    expect(outcome).toBe('ready');
    expect(files.map(({ party, videoCodec }) => [party.name, videoCodec])).toEqual([
      ['Aiko', 'vp8'],
      ['Ben', 'vp9'],
    ]);
    expect(files[1]?.offsetMs).toBeGreaterThan(files[0]?.offsetMs ?? 0);
    expect(durationMs).toBeGreaterThan(3_500);
    await vi.waitFor(
      () => expect(node.notices.some(({ notice }) => notice === 'room.emptied')).toBe(true),
      SLOW,
    );
  });

  it('keeps what was recorded when the worker dies, and the room no longer counts as recorded', async () => {
    const { member, devices } = await perform({ codec: 'VP8' });
    const recordingId = await record(member);
    await filmed(devices, 60);
    const pid = node.node.rooms.workerOf(member.roomId);
    if (pid === undefined) throw new Error('the room has no worker');
    process.kill(pid, 'SIGKILL');
    const result = await resultOf(recordingId);
    expect(result).toMatchObject({ outcome: 'interrupted', fault: 'node-lost' });
    const media = await packetsOf(await contentsOf(recordingId, onlyFile(result)));
    expect(media.video.length).toBeGreaterThan(30);
    const back = await vi.waitFor(() => TestMember.join(node, member.roomId), SLOW);
    expect(back.reply.recordedByServer).toBe(false);
  });

  it('knows who spoke until the worker died', async () => {
    const { member, devices } = await perform({ codec: 'VP8' });
    const recordingId = await record(member);
    devices.speakAt(30);
    await soundMade(devices, 150);
    process.kill(node.node.rooms.workerOf(member.roomId) ?? Number.NaN, 'SIGKILL');
    const { durationMs, spoken = [] } = onlyFile(await resultOf(recordingId));
    expect(spoken).toHaveLength(1);
    expect(durationMs - (spoken[0]?.[1] ?? 0)).toBeLessThan(1_000);
  });

  it('is made once at a time in a room, and removed with its files', async () => {
    const { member, devices } = await perform({ codec: 'VP8' });
    const recordingId = await record(member);
    await expect(record(member)).rejects.toMatchObject({ code: 'recording-running' });
    await filmed(devices, 30);
    expect(await node.ask('recording.remove', { recordingId })).toEqual({ removed: true });
    expect(await node.ask('recording.inspect', { recordingId })).toEqual({ state: 'unknown' });
    expect(await node.ask('recording.list', {})).toEqual({ recordings: [] });
    // Another one can begin.
    await stopped(await record(member));
  });

  it('stops by itself after its longest time', async () => {
    const { member, devices } = await perform({ codec: 'VP8' });
    const recordingId = newRecordingId();
    await node.ask('recording.start', { recordingId, roomId: member.roomId, maxDurationMs: 1_500 });
    await filmed(devices, 75);
    const { outcome, durationMs } = await resultOf(recordingId);
    expect(outcome).toBe('ready');
    expect(durationMs).toBeLessThan(2_200);
  });
});
