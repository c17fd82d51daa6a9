import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audioParameters, videoParameters } from '#sfu/testing/member.ts';
import { newUdpPort } from '#sfu/testing/udp-port.ts';
import type { Recorder, StartRecorder } from './recorder.ts';
import { startRawRouter } from './sfu-raw.ts';

/** RTP ports. ffmpeg takes RTCP at the next port of each. */
interface Ports {
  readonly video: number;
  readonly audio: number;
}

/** mediasoup and nothing else, whose plain transports send each member to an ffmpeg that copies the media into a file. */
export const startFfmpegRecorder: StartRecorder = async (count): Promise<Recorder> => {
  const folder = await mkdtemp(join(tmpdir(), 'hibiki-rec-cost-'));
  const raw = await startRawRouter();
  const enter = async (index: number) => {
    const { id, track } = await raw.connect('SendOnly');
    const [videoSsrc, audioSsrc] = [10_000 + index, 20_000 + index];
    const video = await raw.produce(id, 'video', videoParameters(videoSsrc));
    const audio = await raw.produce(id, 'audio', audioParameters(audioSsrc));
    return { track, videoSsrc, audioSsrc, video, audio };
  };
  const members = await Promise.all(Array.from({ length: count }, (_, index) => enter(index)));
  const recorders: ChildProcess[] = [];
  return {
    members,
    signallingPid: raw.pids[0] ?? 0,
    pids: () => [...raw.pids, ...recorders.flatMap(({ pid }) => pid ?? [])],
    async record(publish) {
      for (const [index, { video, audio }] of members.entries()) {
        const ports = { video: await freePort(), audio: await freePort() };
        const sdp = join(folder, `${index}.sdp`);
        await writeFile(sdp, describe(ports));
        recorders.push(ffmpeg(sdp, join(folder, `${index}.mkv`)));
        await raw.recordTo(video, ports.video);
        await raw.recordTo(audio, ports.audio);
      }
      // Each file begins once ffmpeg has seen a key frame.
      while ((await namesOfFiles(folder)).length < count) await publish();
    },
    async keptBytes(publish) {
      const ended = Promise.all(recorders.map(end));
      // It notices the signal with the next packet.
      while (recorders.some(isRunning)) await publish();
      await ended;
      const names = await namesOfFiles(folder);
      const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    async stop() {
      for (const child of recorders) child.kill('SIGKILL');
      await raw.stop();
      await rm(folder, { recursive: true });
    },
  };
};

const namesOfFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.mkv'));

/** An even one, whose next is free too, almost always. */
async function freePort(): Promise<number> {
  const port = await newUdpPort();
  return port % 2 === 0 ? port : port + 1;
}

const describe = ({ video, audio }: Ports): string =>
  [
    'v=0',
    'o=- 0 0 IN IP4 127.0.0.1',
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=video ${video} RTP/AVP 110`,
    'a=rtpmap:110 VP8/90000',
    `m=audio ${audio} RTP/AVP 111`,
    'a=rtpmap:111 opus/48000/2',
    '',
  ].join('\r\n');

function ffmpeg(sdp: string, file: string): ChildProcess {
  const input = ['-protocol_whitelist', 'file,rtp,udp', '-i', sdp];
  return spawn('ffmpeg', ['-nostdin', '-loglevel', 'fatal', ...input, '-c', 'copy', '-y', file], {
    stdio: 'ignore',
  });
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null;

async function end(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const exited = once(child, 'exit');
  child.kill('SIGINT');
  await exited;
}
