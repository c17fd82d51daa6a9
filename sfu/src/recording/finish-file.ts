import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import type { Logger } from '#platform/log.ts';
import type { RecordedFile } from '#protocol/sfu/recording.ts';
import { exists, PART_ENDING, type PartNote, type RecordingFolder } from './recording-folder.ts';

type Contents = Pick<RecordedFile, 'mediaType' | 'videoCodec' | 'audioCodec' | 'durationMs'>;

/**
 * Copies a finished part into a seekable file with duration and index: WebM or, for H.264, MP4. A part that cannot be
 * copied (the disk is full) is kept and plays from its beginning. Null if there is no media. Safe to repeat, also for what
 * a dead process has left.
 */
export async function finishFile(
  folder: RecordingFolder,
  note: PartNote,
  log: Logger,
): Promise<RecordedFile | null> {
  const part = folder.partPath(note.fileId);
  const path = (await copied(part, folder, note, log)) ?? (await folder.mediaPath(note.fileId));
  const contents = path === null ? null : await contentsOf(path, log);
  // An unreadable file is kept, because it may be repaired by hand; it is deleted with the recording.
  if (path === null || contents === null) return null;
  const { fileId, party, source, startedAt, offsetMs } = note;
  const { size: bytes } = await stat(path);
  return { fileId, party, source, startedAt, offsetMs, ...contents, bytes, sha256: await sha256Of(path) };
}

/** The path of the copy that replaces the original; null if there is none. */
async function copied(
  part: string,
  folder: RecordingFolder,
  { fileId }: PartNote,
  log: Logger,
): Promise<string | null> {
  if (!(await exists(part))) return null;
  const temporary = join(folder.path, `${fileId}.copy.tmp`);
  try {
    const ending = await withTracks(part, (video, audio) => copyTracks(video, audio, temporary));
    if (ending === null) return null;
    const file = await open(temporary, 'r+');
    await file.datasync().finally(() => file.close());
    const path = join(folder.path, `${fileId}${ending}`);
    await rename(temporary, path);
    await rm(part, { force: true });
    return path;
  } catch (err) {
    log.warn({ err, part }, 'recorded file could not be copied and stays as it is');
    await rm(temporary, { force: true });
    return null;
  }
}

async function copyTracks(
  video: InputVideoTrack | null,
  audio: InputAudioTrack | null,
  path: string,
): Promise<string | null> {
  const isMp4 = video?.codec === 'avc';
  const output = new Output({
    format: isMp4 ? new Mp4OutputFormat({ fastStart: false }) : new WebMOutputFormat(),
    target: new FilePathTarget(path),
  });
  const copies: TrackCopy[] = [];
  if (video?.codec) {
    const source = new EncodedVideoPacketSource(video.codec);
    output.addVideoTrack(source);
    copies.push(trackCopy(video, source, await video.getDecoderConfig()));
  }
  if (audio?.codec) {
    const source = new EncodedAudioPacketSource(audio.codec);
    output.addAudioTrack(source);
    copies.push(trackCopy(audio, source, await audio.getDecoderConfig()));
  }
  if (copies.length === 0) return null;
  try {
    await output.start();
    await interleave(copies);
    await output.finalize();
  } catch (error) {
    // Closes the file, whose room would be taken for as long as it is open.
    await output.cancel();
    throw error;
  }
  return isMp4 ? '.mp4' : '.webm';
}

interface TrackCopy {
  readonly packets: AsyncGenerator<EncodedPacket, void, unknown>;
  readonly add: (packet: EncodedPacket) => Promise<void>;
  readonly close: () => void;
}

interface PacketSource<Config> {
  add(packet: EncodedPacket, meta?: { decoderConfig?: Config }): Promise<void>;
  close(): void;
}

const trackCopy = <Config>(
  track: InputVideoTrack | InputAudioTrack,
  source: PacketSource<Config>,
  decoderConfig: Config | null,
): TrackCopy => ({
  packets: new EncodedPacketSink(track).packets(),
  add: (packet) => source.add(packet, decoderConfig ? { decoderConfig } : undefined),
  close: () => source.close(),
});

/** In the order of time, as the muxer likes it: what it has to keep in memory stays small. */
async function interleave(copies: readonly TrackCopy[]): Promise<void> {
  const heads = await Promise.all(copies.map(async (copy) => ({ copy, packet: await nextOf(copy) })));
  for (;;) {
    const left = heads.filter(({ packet }) => packet !== null);
    const first = left.sort((one, other) => (one.packet?.timestamp ?? 0) - (other.packet?.timestamp ?? 0))[0];
    if (!first?.packet) return;
    await first.copy.add(first.packet);
    first.packet = await nextOf(first.copy);
    if (first.packet === null) first.copy.close();
  }
}

const nextOf = async ({ packets }: TrackCopy): Promise<EncodedPacket | null> =>
  (await packets.next()).value ?? null;

/** Null for what is no media file, or has nothing in it. */
async function contentsOf(path: string, log: Logger): Promise<Contents | null> {
  try {
    return await withTracks(path, async (video, audio, input) => {
      const durationMs = Math.round((await input.computeDuration()) * 1_000);
      if ((!video && !audio) || durationMs === 0) return null;
      const kind = video ? 'video' : 'audio';
      const container = path.endsWith(PART_ENDING) ? 'x-matroska' : path.endsWith('.mp4') ? 'mp4' : 'webm';
      return {
        mediaType: `${kind}/${container}`,
        videoCodec: video?.codec ?? null,
        audioCodec: audio?.codec ?? null,
        durationMs,
      };
    });
  } catch (err) {
    log.warn({ err, path }, 'recorded file cannot be read');
    return null;
  }
}

async function withTracks<Result>(
  path: string,
  work: (video: InputVideoTrack | null, audio: InputAudioTrack | null, input: Input) => Promise<Result>,
): Promise<Result> {
  using input = new Input({ source: new FilePathSource(path), formats: [MATROSKA, WEBM, MP4] });
  return await work(await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack(), input);
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(bytes);
  return hash.digest('hex');
}
