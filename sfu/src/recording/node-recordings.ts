import { open, readdir, stat } from 'node:fs/promises';
import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { NodeId, RecordingId, RoomId } from '#protocol/ids.ts';
import type { SfuNotice, SfuRequests } from '#protocol/sfu/contract.ts';
import { RECORDING_CHUNK_BYTES, type RecordingResult } from '#protocol/sfu/recording.ts';
import type { RecordingFault } from '#protocol/signal/recording.ts';
import type { PayloadOf, ReplyOf } from '#protocol/wire.ts';
import type { Room } from '#sfu/media/room.ts';
import { finishFile } from './finish-file.ts';
import { FOLDER_LEASE_MS, FOLDER_LEASE_RENEW_MS, FolderLease, isFolderInUse } from './folder-lease.ts';
import { freeBytes, isMissing, RecordingFolder } from './recording-folder.ts';
import { faultOf, RoomRecorder, type StopReason } from './room-recorder.ts';

export interface RecordingsOptions {
  readonly nodeId: NodeId;
  /** Folder of all recordings. */
  readonly root: string;
  /** A recording neither begins nor continues with less free space on the disk. */
  readonly minFreeBytes: number;
  readonly log: Logger;
  readonly notify: (notice: SfuNotice) => void;
}

type Payload<Name extends keyof SfuRequests> = PayloadOf<SfuRequests, Name>;

interface Live {
  readonly recordingId: RecordingId;
  readonly room: Room;
  readonly folder: RecordingFolder;
  readonly recorder: RoomRecorder;
  readonly limit: NodeJS.Timeout;
}

/** How often the disk is looked at while something is recorded. */
const DISK_CHECK_MS = 5_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The recordings that this node makes, and those on its disk. */
export class Recordings {
  readonly #options: RecordingsOptions;
  readonly #live = new Map<RecordingId, Live>();
  /** Recordings that are being begun, and whether they have been stopped meanwhile. */
  readonly #starting = new Map<RecordingId, { readonly roomId: RoomId; stopped: boolean }>();
  readonly #finishing = new Map<RecordingId, Promise<void>>();
  readonly #removed = new Set<RecordingId>();
  /** Of what is recorded or finished here. */
  readonly #leases = new Map<RecordingId, FolderLease>();
  #diskCheck: NodeJS.Timeout | undefined;
  #renewal: NodeJS.Timeout | undefined;
  #recovery: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: RecordingsOptions) {
    this.#options = options;
  }

  /** Finishes what other processes have left behind, as soon as their leases have expired; in the background. */
  async recover(): Promise<void> {
    let isLeased = false;
    for (const recordingId of await this.#ids()) {
      const { state } = await this.inspect({ recordingId });
      isLeased ||= state === 'unknown' && (await this.#folder(recordingId).note()) !== null;
    }
    if (!isLeased || this.#closed) return;
    this.#recovery = setTimeout(() => {
      this.recover().catch((err: unknown) => this.#options.log.error({ err }, 'recordings not recovered'));
    }, FOLDER_LEASE_MS);
  }

  /** Throws `recording-running` and `recording-storage`. */
  async start(
    room: Room,
    { recordingId, roomId, maxDurationMs }: Payload<'recording.start'>,
  ): Promise<ReplyOf<SfuRequests, 'recording.start'>> {
    const isRunning = [...this.#live.values()].some((live) => live.room === room);
    const isStarting = [...this.#starting.values()].some((starting) => starting.roomId === roomId);
    if (isRunning || isStarting) throw new AppError('recording-running');
    const starting = { roomId, stopped: false };
    this.#starting.set(recordingId, starting);
    try {
      const begun = await this.#start(room, { recordingId, roomId, maxDurationMs });
      if (starting.stopped) this.stop({ recordingId });
      return begun;
    } finally {
      this.#starting.delete(recordingId);
    }
  }

  /** One that is not being made is no error; one that is being begun stops as soon as it has. */
  stop({ recordingId }: Payload<'recording.stop'>): void {
    const starting = this.#starting.get(recordingId);
    if (starting) starting.stopped = true;
    const live = this.#live.get(recordingId);
    if (live) this.#end(live, 'stopped', null);
  }

  async inspect({
    recordingId,
  }: Payload<'recording.inspect'>): Promise<ReplyOf<SfuRequests, 'recording.inspect'>> {
    const live = this.#live.get(recordingId);
    if (live) return { state: 'recording', startedAt: live.recorder.startedAt };
    if (this.#finishing.has(recordingId)) return { state: 'finishing' };
    const folder = this.#folder(recordingId);
    const result = await folder.result();
    if (result) return { state: 'finished', result };
    const note = await folder.note();
    if (!note) return { state: 'unknown' };
    // Another node on the same disk makes it.
    if (await isFolderInUse(this.#options.root, folder.path)) return { state: 'unknown' };
    // Two requests may have come as far as this.
    if (!this.#finishing.has(recordingId)) {
      this.#finish(recordingId, folder, null, async () => {
        this.#keep(recordingId, await FolderLease.take(folder.path));
        return await this.#recovered(folder, note.startedAt);
      });
    }
    return { state: 'finishing' };
  }

  /** Throws `not-found`. */
  async read({
    recordingId,
    fileId,
    offset,
    length,
  }: Payload<'recording.read'>): Promise<ReplyOf<SfuRequests, 'recording.read'>> {
    const path = await this.#folder(recordingId).mediaPath(fileId);
    if (path === null) throw new AppError('not-found');
    const file = await open(path, 'r').catch((error: unknown) => {
      throw isMissing(error) ? new AppError('not-found', { cause: error }) : error;
    });
    try {
      const bytes = Buffer.allocUnsafe(Math.min(length, RECORDING_CHUNK_BYTES));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
      return { base64: bytes.toString('base64', 0, bytesRead) };
    } finally {
      await file.close();
    }
  }

  async remove({ recordingId }: Payload<'recording.remove'>): Promise<{ removed: boolean }> {
    this.#removed.add(recordingId);
    try {
      this.stop({ recordingId });
      await this.#finishing.get(recordingId);
      return { removed: await this.#folder(recordingId).remove() };
    } finally {
      this.#removed.delete(recordingId);
    }
  }

  async list(): Promise<ReplyOf<SfuRequests, 'recording.list'>> {
    const ids = await this.#ids();
    const recordings = await Promise.all(
      ids.map(async (recordingId) => {
        const { mtime } = await stat(this.#folder(recordingId).path);
        return { recordingId, changedAt: mtime.toISOString() };
      }),
    );
    return { recordings };
  }

  get counts(): Record<'recording' | 'finishing', number> {
    return { recording: this.#live.size, finishing: this.#finishing.size };
  }

  /** Ends all that run, since the node is stopped in order, and waits until their files are whole. */
  async finishAll(): Promise<void> {
    for (const live of [...this.#live.values()]) this.#end(live, 'interrupted', 'maintenance');
    await this.settled();
  }

  /** What was written stays, and is picked up by the next process. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#diskCheck);
    clearTimeout(this.#recovery);
    for (const { limit, recorder } of this.#live.values()) {
      clearTimeout(limit);
      recorder.abandon();
    }
    this.#live.clear();
    for (const recordingId of [...this.#leases.keys()]) this.#release(recordingId);
  }

  /** Waits for what is being finished. */
  async settled(): Promise<void> {
    await Promise.all(this.#finishing.values());
  }

  async #start(
    room: Room,
    { recordingId, maxDurationMs }: Payload<'recording.start'>,
  ): Promise<ReplyOf<SfuRequests, 'recording.start'>> {
    const { log, root, minFreeBytes } = this.#options;
    const folder = this.#folder(recordingId);
    const startedAt = new Date().toISOString();
    try {
      if ((await freeBytes(root)) < minFreeBytes) throw new AppError('recording-storage');
      await folder.create(startedAt);
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      log.error({ err: cause, root }, 'nothing can be recorded');
      throw new AppError('recording-storage', { cause });
    }
    const endLive = (reason: StopReason, fault: RecordingFault | null) => {
      const live = this.#live.get(recordingId);
      if (live) this.#end(live, reason, fault);
    };
    let recorder: RoomRecorder;
    try {
      this.#keep(recordingId, await FolderLease.take(folder.path));
      recorder = await room.media.record((router) =>
        RoomRecorder.start({
          folder,
          router,
          log: log.child({ recordingId }),
          onFailed: (fault) => endLive('interrupted', fault),
          onClosed: (reason) => endLive(reason, reason === 'interrupted' ? 'node-lost' : null),
        }),
      );
    } catch (error) {
      this.#release(recordingId);
      await folder.remove();
      throw error;
    }
    const limit = setTimeout(() => endLive('stopped', null), maxDurationMs);
    this.#live.set(recordingId, { recordingId, room, folder, recorder, limit });
    // Closed while the recorder was being made, so the recorder does not know yet.
    if (room.closed) endLive('interrupted', 'node-lost');
    else room.meeting.setServerRecording(true);
    this.#diskCheck ??= setInterval(() => this.#checkDisk(), DISK_CHECK_MS);
    log.info({ recordingId, roomId: room.roomId }, 'recording');
    return { startedAt: recorder.startedAt };
  }

  #end(live: Live, reason: StopReason, fault: RecordingFault | null): void {
    const { recordingId, room, folder, recorder, limit } = live;
    if (!this.#live.delete(recordingId)) return;
    clearTimeout(limit);
    room.media.stopRecording(recorder);
    room.meeting.setServerRecording(false);
    if (this.#live.size === 0) {
      clearInterval(this.#diskCheck);
      this.#diskCheck = undefined;
    }
    const { nodeId, notify, log } = this.#options;
    log.info({ recordingId, reason, fault }, 'recording stopped');
    notify({ notice: 'recording.stopped', data: { nodeId, roomId: room.roomId, recordingId } });
    const { startedAt, elapsedMs } = recorder;
    this.#finish(recordingId, folder, room.roomId, async () => {
      await recorder.end();
      const files = await this.#finishFiles(folder);
      const outcome = fault === null ? 'ready' : files.length > 0 ? 'interrupted' : 'failed';
      const endedAt = new Date(Date.parse(startedAt) + elapsedMs).toISOString();
      const why = fault === 'maintenance' ? ({ fault: 'node-lost', maintenance: true } as const) : { fault };
      return { outcome, ...why, startedAt, endedAt, durationMs: elapsedMs, files };
    });
  }

  /** What a dead process has left. */
  async #recovered(folder: RecordingFolder, startedAt: string): Promise<RecordingResult> {
    const files = await this.#finishFiles(folder);
    const durationMs = Math.max(0, ...files.map((file) => file.offsetMs + file.durationMs));
    const endedAt = new Date(Date.parse(startedAt) + durationMs).toISOString();
    const outcome = files.length > 0 ? 'interrupted' : 'failed';
    return { outcome, fault: 'node-lost', startedAt, endedAt, durationMs, files };
  }

  async #finishFiles(folder: RecordingFolder): Promise<RecordingResult['files']> {
    const files: RecordingResult['files'] = [];
    // One after the other, because running calls need the disk and the processor too.
    for (const note of await folder.partNotes()) {
      const file = await finishFile(folder, note, this.#options.log);
      if (file) files.push(file);
    }
    return files;
  }

  #finish(
    recordingId: RecordingId,
    folder: RecordingFolder,
    roomId: RoomId | null,
    work: () => Promise<RecordingResult>,
  ): void {
    const { nodeId, notify, log } = this.#options;
    const finished = work()
      .catch((err: unknown): RecordingResult => {
        log.error({ err, recordingId }, 'recording could not be finished');
        const now = new Date().toISOString();
        return {
          outcome: 'failed',
          fault: faultOf(err),
          startedAt: now,
          endedAt: now,
          durationMs: 0,
          files: [],
        };
      })
      .then(async (result) => {
        if (this.#removed.has(recordingId)) return;
        // On a full disk the servers hear of it all the same; asked again, the node looks at the files again.
        await folder.writeResult(result).catch((err: unknown) => log.warn({ err }, 'result not written'));
        if (this.#closed) return;
        notify({ notice: 'recording.finished', data: { nodeId, roomId, recordingId, result } });
      })
      .finally(() => {
        this.#finishing.delete(recordingId);
        this.#release(recordingId);
      });
    this.#finishing.set(recordingId, finished);
  }

  #keep(recordingId: RecordingId, lease: FolderLease): void {
    this.#leases.set(recordingId, lease);
    this.#renewal ??= setInterval(() => this.#renewLeases(), FOLDER_LEASE_RENEW_MS);
  }

  #release(recordingId: RecordingId): void {
    const lease = this.#leases.get(recordingId);
    this.#leases.delete(recordingId);
    if (this.#leases.size === 0) {
      clearInterval(this.#renewal);
      this.#renewal = undefined;
    }
    lease
      ?.release()
      .catch((err: unknown) => this.#options.log.warn({ err, recordingId }, 'lease not released'));
  }

  #renewLeases(): void {
    for (const [recordingId, lease] of this.#leases) {
      lease.renew().then(
        (held) => {
          if (!held) this.#lose(recordingId);
        },
        (err: unknown) => this.#options.log.warn({ err, recordingId }, 'lease not renewed'),
      );
    }
  }

  /** This process stood still for so long that another one has taken the recording over: do not touch its files. */
  #lose(recordingId: RecordingId): void {
    this.#release(recordingId);
    const live = this.#live.get(recordingId);
    if (!live) return;
    this.#live.delete(recordingId);
    clearTimeout(live.limit);
    live.recorder.abandon();
    live.room.media.stopRecording(live.recorder);
    live.room.meeting.setServerRecording(false);
    this.#options.log.error({ recordingId }, 'recording lost to another node');
  }

  #checkDisk(): void {
    const { root, minFreeBytes, log } = this.#options;
    freeBytes(root).then(
      (free) => {
        if (free >= minFreeBytes) return;
        log.error({ free, minFreeBytes }, 'too little disk space is left for recordings');
        for (const live of [...this.#live.values()]) this.#end(live, 'interrupted', 'disk-full');
      },
      (err: unknown) => {
        log.error({ err }, 'the folder of recordings is gone');
        for (const live of [...this.#live.values()]) this.#end(live, 'interrupted', 'storage');
      },
    );
  }

  #folder(recordingId: RecordingId): RecordingFolder {
    return new RecordingFolder(this.#options.root, recordingId);
  }

  async #ids(): Promise<RecordingId[]> {
    const entries = await readdir(this.#options.root, { withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    return entries
      .filter((entry) => entry.isDirectory() && UUID.test(entry.name))
      .map(({ name }) => name as RecordingId);
  }
}
