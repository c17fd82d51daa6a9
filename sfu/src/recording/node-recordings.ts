import { AppError, errorCodeOf } from '#protocol/app-error.ts';
import type { InstallationId, NodeId, RecordingId, RoomId } from '#protocol/ids.ts';
import type { SfuNotice, SfuPayload, SfuReply } from '#protocol/sfu/contract.ts';
import type { RecordingResult } from '#protocol/sfu/recording.ts';
import type { RecordingFault } from '#protocol/signal/recording.ts';
import type { Room } from '#sfu/media/room.ts';
import type { StopReason } from '#sfu/media/room-media.ts';
import type { RecordingBucket } from './bucket/recording-bucket.ts';
import { RunningCopies } from './bucket/running-copies.ts';
import { type RecordingDisk, watchDisk } from './disk-space.ts';
import { failedResult, finishLeftRecording, finishRecording } from './finish-recording.ts';
import { FOLDER_LEASE_MS, FolderLeases, isFolderInUse } from './folder-leases.ts';
import type { OwnInstallation } from './own-installation.ts';
import type { RecordingFolder } from './recording-folder.ts';
import { filesOfAMessage, RecordingStore } from './recording-store.ts';
import { RoomRecorder } from './room-recorder.ts';

/** How often a node with a bucket looks after the recordings in it and in its folder. */
const LOOK_AFTER_MS = 10_000;

export interface RecordingsOptions extends RecordingDisk {
  readonly nodeId: NodeId;
  readonly installation: OwnInstallation;
  /** Where recordings are kept; null: in the folder. */
  readonly bucket: RecordingBucket | null;
  readonly notify: (notice: SfuNotice) => void;
}

/** A recording until its files are finished; afterwards it exists on the disk only. */
type Recording =
  | { readonly state: 'starting'; readonly room: Room; stopped: boolean }
  | {
      readonly state: 'recording';
      readonly room: Room;
      readonly folder: RecordingFolder;
      readonly recorder: RoomRecorder;
      readonly limit: NodeJS.Timeout;
    }
  | { readonly state: 'finishing'; readonly finished: Promise<void> };

/** The recordings that this node makes, from start to finished files. */
export class Recordings {
  readonly store: RecordingStore;
  readonly #options: RecordingsOptions;
  readonly #recordings = new Map<RecordingId, Recording>();
  readonly #removing = new Set<RecordingId>();
  readonly #leases: FolderLeases;
  readonly #copies: RunningCopies | null;
  readonly #unwatchDisk: () => void;
  #recovery: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: RecordingsOptions) {
    this.#options = options;
    const { installation, bucket, log } = options;
    this.store = new RecordingStore(options, installation, bucket);
    const onLost = (recordingId: RecordingId) => this.#lose(recordingId);
    this.#copies = bucket && new RunningCopies({ bucket, log, onLost });
    this.#leases = new FolderLeases(log, onLost);
    this.#unwatchDisk = watchDisk({
      ...options,
      isInUse: () => this.count('recording') > 0,
      onFault: (fault) => this.#endAll(fault),
    });
  }

  /**
   * Looks after what this installation has in the folder, in the background: finishes what other processes have left behind, as soon as
   * their leases have expired. With a bucket it does so again and again, for what is left there too, and uploads what could not be
   * uploaded. Nothing is done before a server has told which installation this is.
   */
  recover(): void {
    this.#recover().catch((err) => this.#options.log.error({ err }, 'recordings not recovered'));
  }

  async #recover(): Promise<void> {
    const isKnown = (await this.#options.installation.knownId()) !== null;
    const isLeft = isKnown ? await this.#lookAfter() : true;
    clearTimeout(this.#recovery);
    if (this.#closed) return;
    if (this.#copies) this.#recovery = setTimeout(() => this.recover(), LOOK_AFTER_MS);
    else if (isLeft) this.#recovery = setTimeout(() => this.recover(), FOLDER_LEASE_MS);
  }

  /** True where something is left that another process may be writing. */
  async #lookAfter(): Promise<boolean> {
    let isLeased = false;
    for (const recordingId of await this.store.idsInFolder()) {
      try {
        if (await this.store.isForeign(recordingId)) continue;
        const { state } = await this.inspect({ recordingId });
        if (state === 'finished') await this.#tidy(recordingId);
        isLeased ||= state === 'unknown' && (await this.store.folder(recordingId).note()) !== null;
      } catch (err) {
        this.#notLookedAfter(err, recordingId);
      }
    }
    await this.#pickUpLeft().catch((err) => this.#notLookedAfter(err));
    return isLeased;
  }

  /** The bucket logs its own outages, once each. */
  #notLookedAfter(err: unknown, recordingId?: RecordingId): void {
    const level = errorCodeOf(err) === 'recording-storage' ? 'debug' : 'warn';
    this.#options.log[level]({ err, recordingId }, 'recordings not looked after');
  }

  /** One after the other: other nodes take some of them, and calls need the disk and the processor too. */
  async #pickUpLeft(): Promise<void> {
    for (const recordingId of (await this.#copies?.left()) ?? []) {
      if (!this.#closed && !this.#recordings.has(recordingId))
        await this.#pickUp(this.store.folder(recordingId));
    }
  }

  /** Moves into the bucket what could not be moved when it was finished. */
  async #tidy(recordingId: RecordingId): Promise<void> {
    if (this.#copies === null || this.#recordings.has(recordingId)) return;
    const folder = this.store.folder(recordingId);
    const isStale = (await folder.note()) !== null && (await folder.result()) === null;
    // Another node has finished it from the bucket.
    if (isStale) await this.store.removeOwn(recordingId);
    else await this.store.keep(recordingId);
  }

  /** Throws `recording-running` and `recording-storage`. */
  async start(
    room: Room,
    { recordingId, installationId, maxDurationMs }: SfuPayload<'recording.start'>,
  ): Promise<SfuReply<'recording.start'>> {
    if (installationId !== undefined) this.#options.installation.learn(installationId);
    const isRecorded = [...this.#recordings.values()].some(
      (other) => other.state !== 'finishing' && other.room.roomId === room.roomId,
    );
    if (isRecorded || this.#recordings.has(recordingId)) throw new AppError('recording-running');
    const starting: Recording = { state: 'starting', room, stopped: false };
    this.#recordings.set(recordingId, starting);
    const folder = this.store.folder(recordingId);
    const recorder = await this.#startRecorder(room, folder, installationId).catch((error) => {
      this.#recordings.delete(recordingId);
      throw error;
    });
    const limit = setTimeout(() => this.stop({ recordingId }), maxDurationMs);
    this.#recordings.set(recordingId, { state: 'recording', room, folder, recorder, limit });
    this.#options.log.info({ recordingId, roomId: room.roomId }, 'recording');
    // It closed while the recorder started, so the recorder was not told.
    if (room.closed) this.#end(recordingId, 'interrupted', 'node-lost');
    else room.meeting.setServerRecording(true);
    if (starting.stopped) this.stop({ recordingId });
    return { startedAt: recorder.startedAt };
  }

  /** Idempotent: unknown recordings are ignored. One that is starting stops as soon as it has started. */
  stop({ recordingId }: SfuPayload<'recording.stop'>): void {
    const recording = this.#recordings.get(recordingId);
    if (recording?.state === 'starting') recording.stopped = true;
    this.#end(recordingId, 'stopped', null);
  }

  async inspect({ recordingId }: SfuPayload<'recording.inspect'>): Promise<SfuReply<'recording.inspect'>> {
    const current = this.#recordings.get(recordingId);
    if (current?.state === 'starting') return { state: 'unknown' };
    if (current?.state === 'recording') return { state: 'recording', startedAt: current.recorder.startedAt };
    if (current) return { state: current.state };
    const { bucket, root } = this.#options;
    const result = await this.store.result(recordingId);
    if (result) return { state: 'finished', result: abridged(result) };
    const folder = this.store.folder(recordingId);
    if (!(await folder.note()) || (await this.store.isForeign(recordingId))) return { state: 'unknown' };
    // Another node on the same disk is writing it.
    if (await isFolderInUse(root, folder.path)) return { state: 'unknown' };
    // It is picked up when the lease has expired.
    if (await bucket?.isLeased(recordingId)) return { state: 'unknown' };
    // Two requests may get here at the same time.
    if (!this.#recordings.has(recordingId)) void this.#pickUp(folder);
    return { state: 'finishing' };
  }

  /** Throws `forbidden`. */
  async remove({
    recordingId,
    installationId,
  }: SfuPayload<'recording.remove'>): Promise<SfuReply<'recording.remove'>> {
    if (installationId !== undefined) this.#options.installation.learn(installationId);
    const note = await this.store.note(recordingId);
    const isForeign = note?.installationId !== undefined && note.installationId !== installationId;
    // Servers of earlier versions do not say theirs.
    if (isForeign && installationId !== undefined) throw new AppError('forbidden');
    this.#removing.add(recordingId);
    try {
      this.stop({ recordingId });
      const recording = this.#recordings.get(recordingId);
      if (recording?.state === 'finishing') await recording.finished;
      return { removed: await this.store.remove(recordingId) };
    } finally {
      this.#removing.delete(recordingId);
    }
  }

  count(state: Recording['state']): number {
    return [...this.#recordings.values()].filter((recording) => recording.state === state).length;
  }

  /** How far the bucket is behind; null without one. */
  get copyDelayMs(): number | null {
    return this.#copies?.delayMs ?? null;
  }

  /** The rooms move to other nodes: their recordings go on there. */
  leaveToOthers(): void {
    this.#endAll('maintenance');
  }

  /** Ends all running recordings before an orderly shutdown, and waits until their files are finished. */
  async finishAll(): Promise<void> {
    this.leaveToOthers();
    const recordings = [...this.#recordings.values()];
    await Promise.all(recordings.map((recording) => recording.state === 'finishing' && recording.finished));
  }

  /** Leaves unfinished files as they are; the next process finishes them. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#unwatchDisk();
    clearTimeout(this.#recovery);
    this.#copies?.close();
    for (const [recordingId, recording] of this.#recordings) {
      if (recording.state !== 'recording') continue;
      clearTimeout(recording.limit);
      recording.recorder.abandon('process-ends');
      this.#recordings.delete(recordingId);
    }
    this.#leases.close();
  }

  async #startRecorder(
    room: Room,
    folder: RecordingFolder,
    installationId: InstallationId | undefined,
  ): Promise<RoomRecorder> {
    const { recordingId } = folder;
    const log = this.#options.log.child({ recordingId });
    await this.store.create(folder, installationId);
    try {
      await this.#leases.take(folder);
      this.#copies?.begin(folder);
      return await room.media.record((router) =>
        RoomRecorder.start({
          folder,
          router,
          log,
          hasFolder: () => this.#leases.isSure(recordingId),
          onFailed: (fault) => this.#end(recordingId, 'interrupted', fault),
          onClosed: (reason) => this.#end(recordingId, reason, reason === 'interrupted' ? 'node-lost' : null),
        }),
      );
    } catch (error) {
      await this.#copies?.stop(recordingId);
      this.#release(recordingId);
      await folder.remove();
      this.#options.bucket
        ?.remove(recordingId)
        .catch((err: unknown) => this.#options.log.warn({ err, recordingId }, 'bucket not cleared'));
      throw error;
    }
  }

  /** Without effect unless it is recording. */
  #end(recordingId: RecordingId, reason: StopReason, fault: RecordingFault | null): void {
    const recording = this.#detach(recordingId);
    if (!recording) return;
    const { folder, recorder, room } = recording;
    const { nodeId, notify, log } = this.#options;
    log.info({ recordingId, reason, fault }, 'recording stopped');
    const lost = (fault === 'node-lost' || fault === 'maintenance') && ({ lost: true } as const);
    notify({ notice: 'recording.stopped', data: { nodeId, roomId: room.roomId, recordingId, ...lost } });
    this.#finish(folder, room.roomId, () => finishRecording(folder, recorder, fault, log));
  }

  #endAll(fault: RecordingFault): void {
    for (const recordingId of [...this.#recordings.keys()]) this.#end(recordingId, 'interrupted', fault);
  }

  /** This process was suspended, and another one has taken the recording over: its files are off limits. */
  #lose(recordingId: RecordingId): void {
    const recording = this.#detach(recordingId);
    if (!recording) return;
    recording.recorder.abandon('taken-over');
    this.#release(recordingId);
    this.#options.log.error({ recordingId }, 'recording lost to another node');
  }

  /** Takes a running recording off its room. */
  #detach(recordingId: RecordingId): Extract<Recording, { state: 'recording' }> | undefined {
    const recording = this.#recordings.get(recordingId);
    if (recording?.state !== 'recording') return undefined;
    const { room, recorder, limit } = recording;
    this.#recordings.delete(recordingId);
    clearTimeout(limit);
    room.media.stopRecording(recorder);
    room.meeting.setServerRecording(false);
    return recording;
  }

  #finish(folder: RecordingFolder, roomId: RoomId | null, work: () => Promise<RecordingResult>): void {
    void this.#setFinishing(folder.recordingId, this.#finishNow(folder, roomId, work));
  }

  async #finishNow(
    folder: RecordingFolder,
    roomId: RoomId | null,
    work: () => Promise<RecordingResult>,
  ): Promise<void> {
    const { recordingId } = folder;
    const { nodeId, notify, log } = this.#options;
    await this.#copies?.stop(recordingId);
    const result = await work().catch((err: unknown) => {
      log.error({ err, recordingId }, 'recording could not be finished');
      return failedResult(err);
    });
    if (this.#removing.has(recordingId)) return;
    // Servers are notified when no other node would miss it if this one were lost.
    await this.#keep(folder, result);
    if (this.#closed) return;
    const data = { nodeId, roomId, recordingId, result: abridged(result) };
    notify({ notice: 'recording.finished', data });
  }

  async #keep(folder: RecordingFolder, result: RecordingResult): Promise<void> {
    const { bucket, log } = this.#options;
    const { recordingId } = folder;
    try {
      await this.store.keep(recordingId, result);
      if (bucket) return;
    } catch (err) {
      log.error({ err, recordingId }, 'recording not uploaded; it stays in the folder until it can be');
    }
    // Servers are notified even if the disk is full; when asked again, the node reads the files again.
    await folder.writeResult(result).catch((err: unknown) => log.warn({ err }, 'result not written'));
  }

  /** Finishes what another process has left, from its folder or from the copy in the bucket. */
  #pickUp(folder: RecordingFolder): Promise<void> {
    const { recordingId } = folder;
    const { log, bucket } = this.#options;
    const work = async (): Promise<void> => {
      if (this.#copies && bucket) {
        if (!(await this.#copies.take(recordingId)) || (await bucket.result(recordingId))) return;
        if (!(await folder.note())) await bucket.restore(folder);
      }
      const note = await folder.note();
      if (!note) {
        await bucket?.dropLease(recordingId);
        return;
      }
      await this.#leases.take(folder);
      // Its process may have finished it, and let go of it, between the look at the result and the one at the lease.
      if (await folder.result()) return;
      log.info({ recordingId }, 'left recording picked up');
      await this.#finishNow(folder, null, () => finishLeftRecording(folder, note.startedAt, log));
    };
    const finished = work().catch((err: unknown) =>
      log.error({ err, recordingId }, 'left recording not picked up'),
    );
    return this.#setFinishing(recordingId, finished);
  }

  #setFinishing(recordingId: RecordingId, work: Promise<void>): Promise<void> {
    const finished = work.finally(() => {
      this.#recordings.delete(recordingId);
      this.#release(recordingId);
    });
    this.#recordings.set(recordingId, { state: 'finishing', finished });
    return finished;
  }

  #release(recordingId: RecordingId): void {
    this.#copies?.end(recordingId);
    this.#leases.release(recordingId);
  }
}

/** As much of a result as fits into a message. */
function abridged(result: RecordingResult): RecordingResult {
  const files = filesOfAMessage(result.files);
  return files.length === result.files.length ? result : { ...result, files, moreFiles: true };
}
