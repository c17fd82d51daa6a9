import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathTarget,
  type InputAudioTrack,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import type { Spans } from '#protocol/sfu/recording.ts';
import { parameterSetsOf } from './h264-parameter-sets.ts';
import { JoinedPictures, JoinedSound } from './joined-tracks.ts';
import type { Lane, Part } from './lanes.ts';
import { OPUS_CONFIG, opusDurationMs } from './opus.ts';
import { withTracks } from './part-media.ts';
import { isVideoCodec, type VideoCodec } from './part-writer.ts';
import type { FileEnding } from './recording-folder.ts';
import { joinedSpans } from './spans.ts';

/** Someone who is away for less has not left. */
const AWAY_MS = 3_000;
/** Where nobody was there, black and silence are written in steps: neither waits in memory for the other. */
const FILL_STEP_MS = 10_000;

/** What a file shows, in ms from its start. */
export interface JoinedContents {
  readonly present: Spans;
  readonly shown: Spans;
}

/** H.264 goes into MP4, everything else into WebM. */
export const endingOf = (lane: Lane): FileEnding =>
  lane.some(({ contents }) => contents.videoCodec === 'avc') ? '.mp4' : '.webm';

/**
 * Copies parts, one behind the other, into one file with duration and index, without decoding. Where there is no part, or a camera was
 * off, the pictures are black, and sound is silence. Fails where the file cannot be written.
 */
export async function joinParts(lane: Lane, path: string): Promise<JoinedContents> {
  const format =
    endingOf(lane) === '.mp4' ? new Mp4OutputFormat({ fastStart: false }) : new WebMOutputFormat();
  const output = new Output({ format, target: new FilePathTarget(path) });
  const file = await JoinedFile.begin(lane, output);
  try {
    await output.start();
    for (const [index, part] of lane.entries()) await file.append(part, lane[index + 1]);
    const contents = await file.end();
    await output.finalize();
    return contents;
  } catch (error) {
    // Closes the file, whose room would be taken for as long as it is open.
    await output.cancel();
    throw error;
  }
}

class JoinedFile {
  readonly #startMs: number;
  readonly #isCamera: boolean;
  readonly #pictures: JoinedPictures | null;
  readonly #sound: JoinedSound | null;
  readonly #present: Spans = [];
  /** Parameter sets stand in front of the key frames, because those of the header are not everyone's. */
  readonly #hasSetsInBand: boolean;

  private constructor(
    { note }: Part,
    pictures: JoinedPictures | null,
    sound: JoinedSound | null,
    setsInBand: boolean,
  ) {
    this.#startMs = note.offsetMs;
    this.#isCamera = note.source === 'camera';
    this.#pictures = pictures;
    this.#sound = sound;
    this.#hasSetsInBand = setsInBand;
  }

  static async begin(lane: Lane, output: Output): Promise<JoinedFile> {
    const video = await largestVideo(lane);
    const pictures = video && new JoinedPictures(video.codec, videoAdder(output, video));
    const hasSound = lane.some(({ contents }) => contents.audioCodec !== null);
    const sound = hasSound ? new JoinedSound(audioAdder(output)) : null;
    return new JoinedFile(lane[0], pictures, sound, video?.codec === 'avc');
  }

  async append(part: Part, next: Part | undefined): Promise<void> {
    const baseMs = part.note.offsetMs - this.#startMs;
    const untilMs = next ? next.note.offsetMs - this.#startMs : Number.POSITIVE_INFINITY;
    await this.#fill(baseMs);
    const endMs = await withTracks(part.path, (video, audio) =>
      this.#copy(video, audio, baseMs, Math.max(untilMs, baseMs)),
    );
    this.#present.push([baseMs, Math.max(endMs, baseMs)]);
  }

  async end(): Promise<JoinedContents> {
    const present = joinedSpans(this.#present, AWAY_MS);
    await this.#fill(present.at(-1)?.[1] ?? 0);
    return { present, shown: this.#pictures?.shown ?? [] };
  }

  /** Resolves to the end of what was copied, in ms from the start of the file. */
  async #copy(
    video: InputVideoTrack | null,
    audio: InputAudioTrack | null,
    baseMs: number,
    untilMs: number,
  ): Promise<number> {
    const sets = this.#hasSetsInBand ? await setsOf(video) : null;
    const pictures = new PartPackets(video, baseMs, untilMs);
    const sounds = new PartPackets(audio, baseMs, untilMs);
    let picture = await pictures.next();
    let sound = await sounds.next();
    let isFirst = true;
    let endMs = baseMs;
    while (picture || sound) {
      if (picture && (!sound || picture.atMs <= sound.atMs)) {
        const { packet, atMs } = picture;
        const isKey = packet.type === 'key';
        // A picture that was made from the one before needs it on the screen.
        if (isKey && (isFirst || this.#isCamera)) await this.#pictures?.nothingUntil(atMs);
        if (!sound) await this.#sound?.nothingUntil(atMs);
        const data = isKey && sets ? Buffer.concat([sets, packet.data]) : packet.data;
        await this.#pictures?.add(data, packet.type, atMs);
        isFirst = false;
        endMs = Math.max(endMs, Math.round(atMs + packet.duration * 1_000));
        picture = await pictures.next();
      } else if (sound) {
        const { packet, atMs } = sound;
        if (!picture) await this.#pictures?.nothingUntil(atMs);
        await this.#sound?.add(packet.data, atMs);
        endMs = Math.max(endMs, Math.round(atMs + opusDurationMs(packet.data)));
        sound = await sounds.next();
      }
    }
    return endMs;
  }

  async #fill(untilMs: number): Promise<void> {
    const lastMs = this.#present.at(-1)?.[1] ?? 0;
    for (let atMs = lastMs; atMs < untilMs; atMs += FILL_STEP_MS) {
      await this.#fillNow(Math.min(untilMs, atMs + FILL_STEP_MS));
    }
    await this.#fillNow(untilMs);
  }

  async #fillNow(untilMs: number): Promise<void> {
    await this.#pictures?.nothingUntil(untilMs);
    await this.#sound?.nothingUntil(untilMs);
  }
}

/** A track's packets in their order, by the clock of the joined file. */
class PartPackets {
  readonly #packets: AsyncGenerator<EncodedPacket, void, unknown> | null;
  readonly #baseMs: number;
  readonly #untilMs: number;

  constructor(track: InputVideoTrack | InputAudioTrack | null, baseMs: number, untilMs: number) {
    this.#packets = track && new EncodedPacketSink(track).packets();
    this.#baseMs = baseMs;
    this.#untilMs = untilMs;
  }

  /** Null at the end of the part, and where the next one begins. */
  async next(): Promise<{ readonly packet: EncodedPacket; readonly atMs: number } | null> {
    const packet = (await this.#packets?.next())?.value ?? null;
    if (!packet) return null;
    const atMs = this.#baseMs + packet.timestamp * 1_000;
    return atMs < this.#untilMs ? { packet, atMs } : null;
  }
}

interface JoinedVideo {
  readonly codec: VideoCodec;
  readonly config: VideoDecoderConfig;
}

/** The header describes the largest pictures, by which players choose the size of theirs. Null where there are none. */
async function largestVideo(lane: Lane): Promise<JoinedVideo | null> {
  let largest: JoinedVideo | null = null;
  for (const { path } of lane) {
    const video = await withTracks(path, async (track) => {
      const codec = track?.codec;
      const config = await track?.getDecoderConfig();
      return config && isVideoCodec(codec) ? { codec, config } : null;
    });
    if (video && (!largest || pixelsOf(video) > pixelsOf(largest))) largest = video;
  }
  return largest;
}

const pixelsOf = ({ config }: JoinedVideo): number => (config.codedWidth ?? 0) * (config.codedHeight ?? 0);

function videoAdder(output: Output, { codec, config }: JoinedVideo) {
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source);
  return (packet: EncodedPacket) => source.add(packet, { decoderConfig: config });
}

function audioAdder(output: Output) {
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  return (packet: EncodedPacket) => source.add(packet, { decoderConfig: OPUS_CONFIG });
}

/** Null without any. */
async function setsOf(video: InputVideoTrack | null): Promise<Uint8Array | null> {
  const description = (await video?.getDecoderConfig())?.description;
  if (!description) return null;
  return parameterSetsOf(
    ArrayBuffer.isView(description)
      ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
      : new Uint8Array(description),
  );
}
