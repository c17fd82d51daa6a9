import type { AskNode } from '#platform/ask-node.ts';
import { AppError } from '#protocol/app-error.ts';
import type { FilmId, NodeId, RecordingId } from '#protocol/ids.ts';
import type { SfuNotice, SfuPayload } from '#protocol/sfu/contract.ts';
import { FILM_PROGRESS_MS, type FilmFault, type FilmFile, type FilmState } from '#protocol/sfu/film.ts';
import type { RecordingBucket } from '#sfu/recording/bucket/recording-bucket.ts';
import { freeBytes, type RecordingDisk } from '#sfu/recording/disk-space.ts';
import type { RecordingStore } from '#sfu/recording/recording-store.ts';
import { composeFilm } from './compose-film.ts';
import { FilmFolder } from './film-folder.ts';
import type { FilmFile as FilmInput } from './film-parts.ts';
import { type Ffmpeg, FfmpegMissing } from './run-ffmpeg.ts';
import { sectionFiles } from './section-files.ts';

export interface FilmsOptions extends RecordingDisk {
  readonly nodeId: NodeId;
  readonly store: RecordingStore;
  /** Where films are kept; null: in the folder of their recording. */
  readonly bucket: RecordingBucket | null;
  readonly ffmpeg: Ffmpeg;
  readonly ask: AskNode;
  readonly notify: (notice: SfuNotice) => void;
}

type Order = SfuPayload<'film.compose'>;

interface Work {
  readonly order: Order;
  readonly folder: FilmFolder;
  readonly stop: AbortController;
  state: FilmState;
  /** Over, whether it is ready or not. */
  done: Promise<void>;
}

/** Films that wait on one node. The server asks again for those that were refused. */
const MAX_WAITING = 100;

/** The films that this node makes of recordings, one at a time. */
export class Films {
  readonly #options: FilmsOptions;
  /** In the order of asking; the first one is being made. */
  readonly #works = new Map<FilmId, Work>();
  #last: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: FilmsOptions) {
    this.#options = options;
  }

  /** Throws `not-found`, `too-many-requests`. */
  async compose(order: Order): Promise<FilmState> {
    const { store } = this.#options;
    const folder = new FilmFolder(store.folder(order.recordingId), order.filmId);
    const film = await this.#ready(folder);
    if (film) return { state: 'ready', file: film };
    const known = this.#works.get(order.filmId);
    if (known) return known.state;
    if (this.#closed || (await store.note(order.recordingId)) === null) throw new AppError('not-found');
    if (this.#works.size >= MAX_WAITING) throw new AppError('too-many-requests');
    return (this.#works.get(order.filmId) ?? this.#enqueue(order, folder)).state;
  }

  async remove({ filmId, recordingId }: SfuPayload<'film.remove'>): Promise<void> {
    await this.#stop(filmId);
    const { store, bucket } = this.#options;
    await store.settled(recordingId);
    await new FilmFolder(store.folder(recordingId), filmId).remove();
    await bucket?.removeFilm(recordingId, filmId);
  }

  /** Stops what is made in the folder of a recording, before the folder is removed. */
  async stopIn(recordingId: RecordingId): Promise<void> {
    for (const { order } of [...this.#works.values()]) {
      if (order.recordingId === recordingId) await this.#stop(order.filmId);
    }
  }

  /** Leaves unfinished films as they are; asked again, the next process goes on with them. */
  close(): void {
    this.#closed = true;
    for (const { stop } of this.#works.values()) stop.abort(new AppError('service-unavailable'));
  }

  async #ready(folder: FilmFolder): Promise<FilmFile | null> {
    const { recordingId } = folder.recording;
    return (await folder.film()) ?? (await this.#options.bucket?.film(recordingId, folder.filmId)) ?? null;
  }

  #enqueue(order: Order, folder: FilmFolder): Work {
    const work: Work = {
      ...{ order, folder, stop: new AbortController(), state: { state: 'waiting' } },
      done: Promise.resolve(),
    };
    this.#works.set(order.filmId, work);
    work.done = this.#last.then(() => this.#run(work));
    this.#last = work.done;
    return work;
  }

  async #stop(filmId: FilmId): Promise<void> {
    const work = this.#works.get(filmId);
    if (!work) return;
    work.stop.abort(new AppError('not-found'));
    // Those before it are not waited for.
    if (work.state.state === 'waiting') this.#works.delete(filmId);
    else await work.done;
  }

  async #run(work: Work): Promise<void> {
    const { order, folder, stop } = work;
    const { log } = this.#options;
    const { filmId } = order;
    if (stop.signal.aborted) return;
    const startedMs = performance.now();
    try {
      const film = await this.#held(work);
      await this.#keep(order);
      log.info(
        { filmId, bytes: film.bytes, tookMs: Math.round(performance.now() - startedMs) },
        'film ready',
      );
      this.#change(work, { state: 'ready', file: film });
    } catch (err) {
      if (stop.signal.aborted) return;
      log.error({ err, filmId, recordingId: order.recordingId }, 'film not made');
      await folder.clear().catch((error: unknown) => log.warn({ err: error, filmId }, 'pieces not removed'));
      this.#change(work, { state: 'failed', fault: faultOf(err) });
    } finally {
      this.#works.delete(filmId);
    }
  }

  /** Makes it while the paths of the files that it reads stay valid. */
  async #held(work: Work): Promise<FilmFile> {
    const { store } = this.#options;
    const { sections } = work.order;
    const releases = await Promise.all(sections.map(({ recordingId }) => store.hold(recordingId)));
    try {
      return await this.#make(work);
    } finally {
      for (const release of releases) release();
    }
  }

  async #keep({ recordingId, filmId }: Order): Promise<void> {
    const { store, log } = this.#options;
    await store.keep(recordingId).catch((err: unknown) => {
      log.error({ err, filmId }, 'film not uploaded; it stays in the folder until it can be');
    });
  }

  async #make(work: Work): Promise<FilmFile> {
    const { order, folder, stop } = work;
    const { ffmpeg, root, minFreeBytes } = this.#options;
    const { signal } = stop;
    let toldMs = performance.now();
    this.#change(work, { state: 'composing', progress: 0 });
    await folder.createMaking();
    const checkRoom = async () => {
      if ((await freeBytes(root)) < minFreeBytes) throw new DiskFull();
    };
    const files = [];
    for (const section of order.sections) {
      await checkRoom();
      files.push(...(await sectionFiles(this.#options, folder, section, signal)));
    }
    const { format, title, durationMs } = order;
    const names = new Map(order.names.map(({ partyId, name }) => [partyId, name]));
    return await composeFilm(
      { folder, format, title, durationMs, files: files.map((file) => renamed(file, names)) },
      {
        ...{ ffmpeg, signal, checkRoom },
        onProgress: (progress) => {
          work.state = { state: 'composing', progress };
          if (performance.now() - toldMs < FILM_PROGRESS_MS) return;
          toldMs = performance.now();
          this.#change(work, work.state);
        },
      },
    );
  }

  #change(work: Work, change: FilmState): void {
    const { nodeId, notify } = this.#options;
    work.state = change;
    if (!this.#closed)
      notify({ notice: 'film.changed', data: { nodeId, filmId: work.order.filmId, change } });
  }
}

/** Too little space is left for a film. */
class DiskFull extends Error {}

const renamed = ({ party, ...file }: FilmInput, names: ReadonlyMap<string, string>): FilmInput => ({
  ...file,
  party: { ...party, name: names.get(party.id) ?? party.name },
});

function faultOf(error: unknown): FilmFault {
  if (error instanceof FfmpegMissing) return 'no-ffmpeg';
  if (error instanceof AppError && error.code === 'not-found') return 'no-files';
  const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
  return isFull || error instanceof DiskFull ? 'storage' : 'internal';
}
