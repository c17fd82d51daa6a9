import {
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  WEBM,
} from 'mediabunny';
import type { Logger } from '#platform/log.ts';
import type { RecordedFile } from '#protocol/sfu/recording.ts';
import { OPUS_SILENCE } from './opus.ts';
import { PART_ENDING } from './recording-folder.ts';

export type Contents = Pick<RecordedFile, 'mediaType' | 'videoCodec' | 'audioCodec' | 'durationMs'>;

/** Null for what is no media file, or has nothing in it. */
export async function contentsOf(path: string, log: Logger): Promise<Contents | null> {
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

/** When the last picture and the last sound begin, in ms from the start of the file: silence that was put in does not count. */
export async function lastMediaMs(path: string): Promise<number> {
  return await withTracks(path, async (video, audio) => {
    let lastMs = 0;
    for (const track of [video, audio]) {
      if (!track) continue;
      const packets = new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true });
      for await (const { timestamp, byteLength } of packets) {
        const isMedia = track === video || byteLength > OPUS_SILENCE.length;
        if (isMedia) lastMs = Math.max(lastMs, timestamp * 1_000);
      }
    }
    return lastMs;
  });
}

export async function withTracks<Result>(
  path: string,
  work: (video: InputVideoTrack | null, audio: InputAudioTrack | null, input: Input) => Promise<Result>,
): Promise<Result> {
  using input = new Input({ source: new FilePathSource(path), formats: [MATROSKA, WEBM, MP4] });
  return await work(await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack(), input);
}
