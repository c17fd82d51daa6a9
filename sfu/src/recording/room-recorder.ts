import { randomUUID } from 'node:crypto';
import type { DirectTransport, Router } from 'mediasoup/types';
import type { Logger } from '#platform/log.ts';
import type { MemberId, RecordingFileId } from '#protocol/ids.ts';
import type { MediaSource } from '#protocol/media.ts';
import type { Party } from '#protocol/party.ts';
import type { RecordedSource } from '#protocol/sfu/recording.ts';
import type { RecordingFault } from '#protocol/signal/recording.ts';
import type { SourcedProducer } from '#sfu/media/peer-producers.ts';
import type { RoomRecording, StopReason } from '#sfu/media/room-media.ts';
import type { AbandonReason } from './file-sink.ts';
import { IncomingTrack } from './incoming-track.ts';
import { type PartContents, PartWriter } from './part-writer.ts';
import type { RecordingFolder } from './recording-folder.ts';
import { SourceRecorder } from './source-recorder.ts';
import { Speech } from './speech.ts';
import { addSpoken } from './spoken-file.ts';

/** Interval of the recorders' `tick`. */
const TICK_MS = 100;

const SOURCES: Readonly<Record<MediaSource, RecordedSource>> = {
  camera: 'camera',
  microphone: 'camera',
  screen: 'screen',
  'screen-audio': 'screen',
  playback: 'playback',
  'playback-audio': 'playback',
};

export interface RoomRecorderOptions {
  readonly folder: RecordingFolder;
  readonly router: Router;
  readonly log: Logger;
  /** No other process can have taken the folder over. */
  readonly hasFolder: () => boolean;
  /** The disk refuses to write; files so far are kept. Called once. */
  readonly onFailed: (fault: RecordingFault) => void;
  /** The room has closed, or is empty. */
  readonly onClosed: (reason: StopReason) => void;
}

/** Records everything that is sent in one room. */
export class RoomRecorder implements RoomRecording {
  readonly #options: RoomRecorderOptions;
  readonly #transport: DirectTransport;
  readonly #recorders = new Map<string, SourceRecorder>();
  readonly #speeches = new Map<MemberId, Speech>();
  readonly #opening = new Set<Promise<void>>();
  #spoken: Promise<void> = Promise.resolve();
  readonly #timer: NodeJS.Timeout;
  readonly #startMs = performance.now();
  readonly #startUtcMs = Date.now();
  #failed = false;
  #ended = false;
  #abandoned = false;

  private constructor(options: RoomRecorderOptions, transport: DirectTransport) {
    this.#options = options;
    this.#transport = transport;
    this.#timer = setInterval(() => {
      const nowMs = performance.now();
      for (const recorder of this.#recorders.values()) recorder.tick(nowMs);
    }, TICK_MS);
  }

  static async start(options: RoomRecorderOptions): Promise<RoomRecorder> {
    const transport = await options.router.createDirectTransport();
    return new RoomRecorder(options, transport);
  }

  /** UTC; the files' offsets count from this moment on the monotonic clock. */
  get startedAt(): string {
    return new Date(this.#startUtcMs).toISOString();
  }

  get elapsedMs(): number {
    return Math.round(performance.now() - this.#startMs);
  }

  opened(memberId: MemberId, party: Party, { producer, source }: SourcedProducer): void {
    if (this.#ended) return;
    const recorder = this.#recorderOf(memberId, party, SOURCES[source]);
    const speech = source === 'microphone' ? this.#speechOf(memberId, party) : undefined;
    const { log, router } = this.#options;
    const opened = IncomingTrack.open({
      transport: this.#transport,
      producer,
      rtpCapabilities: router.rtpCapabilities,
      listener: recorder,
      onLevel: (level, nowMs) => speech?.heard(level, nowMs),
    })
      .then((track) => {
        if (!track) log.warn({ memberId, source }, 'a codec that cannot be recorded');
        else if (this.#ended) track.close();
        else recorder.add(track);
      })
      .catch((err: unknown) => {
        // It has gone while its consumer was being made.
        if (!producer.closed && !this.#ended) log.warn({ err, memberId, source }, 'source not recorded');
      })
      .finally(() => this.#opening.delete(opened));
    this.#opening.add(opened);
  }

  closed(reason: StopReason): void {
    this.#options.onClosed(reason);
  }

  /** Resolves when everything that was recorded is on the disk; can be called twice. */
  async end(): Promise<void> {
    this.#ended = true;
    clearInterval(this.#timer);
    await Promise.all(this.#opening);
    for (const speech of this.#speeches.values()) speech.end();
    await Promise.all([...this.#recorders.values()].map((recorder) => recorder.end()));
    await this.#spoken;
    if (!this.#transport.closed) this.#transport.close();
  }

  /** Stops writing at once, and keeps the files as they are. */
  abandon(why: AbandonReason): void {
    this.#ended = true;
    this.#abandoned = true;
    clearInterval(this.#timer);
    for (const recorder of this.#recorders.values()) recorder.abandon(why);
    if (!this.#transport.closed) this.#transport.close();
  }

  #recorderOf(memberId: MemberId, party: Party, source: RecordedSource): SourceRecorder {
    const key = `${memberId} ${source}`;
    const existing = this.#recorders.get(key);
    if (existing) return existing;
    const recorder = new SourceRecorder({
      createPart: (contents) => this.#createPart(party, source, contents),
      onFailed: (error) => this.#fail(error),
    });
    this.#recorders.set(key, recorder);
    return recorder;
  }

  #speechOf(memberId: MemberId, party: Party): Speech {
    const existing = this.#speeches.get(memberId);
    if (existing) return existing;
    const speech = new Speech((fromMs, toMs) =>
      this.#write(party, fromMs - this.#startMs, toMs - this.#startMs),
    );
    this.#speeches.set(memberId, speech);
    return speech;
  }

  #write(party: Party, fromMs: number, toMs: number): void {
    const { folder, hasFolder } = this.#options;
    this.#spoken = this.#spoken
      .then(async () => {
        if (!this.#abandoned && hasFolder()) await addSpoken(folder.spokenPath, party, fromMs, toMs);
      })
      // A disk that takes nothing is noticed by the files.
      .catch((err: unknown) => this.#options.log.warn({ err }, 'speech not written'));
  }

  async #createPart(party: Party, source: RecordedSource, contents: PartContents): Promise<PartWriter> {
    const { folder } = this.#options;
    const fileId = randomUUID() as RecordingFileId;
    const offsetMs = Math.max(0, Math.round(contents.startMs - this.#startMs));
    const startedAt = new Date(this.#startUtcMs + offsetMs).toISOString();
    if (this.#abandoned) throw new Error('the recording was abandoned');
    await folder.writePartNote({ fileId, party, source, startedAt, offsetMs });
    if (this.#abandoned) throw new Error('the recording was abandoned');
    return await PartWriter.create({
      path: folder.partPath(fileId),
      ...contents,
      onFailed: (error) => this.#fail(error),
    });
  }

  #fail(error: unknown): void {
    if (this.#failed || this.#abandoned) return;
    this.#failed = true;
    this.#options.log.error({ err: error }, 'recording cannot be written');
    this.#options.onFailed(faultOf(error));
  }
}

export function faultOf(error: unknown): RecordingFault {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'disk-full';
  return typeof code === 'string' ? 'storage' : 'internal';
}
