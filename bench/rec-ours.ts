import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordingId } from '#protocol/ids.ts';
import { audioParameters, TestMember, videoParameters } from '#sfu/testing/member.ts';
import { newRoomId } from '#sfu/testing/test-node.ts';
import type { Recorder, StartRecorder } from './recorder.ts';
import { startNode } from './sfu-node.ts';
import { until } from './until.ts';

const MAX_DURATION_MS = 600_000;

/** The project's own media node, which records the room. */
export const startOwnRecorder: StartRecorder = async (count): Promise<Recorder> => {
  const folder = await mkdtemp(join(tmpdir(), 'hibiki-rec-cost-'));
  const node = await startNode({ RECORDING_FOLDER: folder, RECORDING_MIN_FREE_MB: '0' });
  const roomId = newRoomId();
  const recordingId = randomUUID() as RecordingId;
  const enter = async (index: number) => {
    const member = await TestMember.join(node, roomId);
    const { track } = await member.connectSending();
    const [videoSsrc, audioSsrc] = [10_000 + index, 20_000 + index];
    await member.produce('camera', videoParameters(videoSsrc));
    await member.produce('microphone', audioParameters(audioSsrc));
    return { member, track, videoSsrc, audioSsrc };
  };
  const members = await Promise.all(Array.from({ length: count }, (_, index) => enter(index)));
  return {
    members,
    signallingPid: node.pid,
    pids: () => [node.pid, ...node.workerPids],
    async record(publish) {
      await node.ask('recording.start', { recordingId, roomId, maxDurationMs: MAX_DURATION_MS });
      while ((await mediaIn(folder)).length < count) await publish();
    },
    async keptBytes() {
      await node.ask('recording.stop', { recordingId });
      await until(() => node.notices.find(({ notice }) => notice === 'recording.finished'));
      const sizes = await Promise.all((await mediaIn(folder)).map(async (path) => (await stat(path)).size));
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    async stop() {
      for (const { member } of members) member.vanish();
      await node.stop();
      await rm(folder, { recursive: true });
    },
  };
};

async function mediaIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const media = entries.filter((entry) => entry.isFile() && /\.(webm|mkv)$/.test(entry.name));
  return media.map(({ parentPath, name }) => join(parentPath, name));
}
