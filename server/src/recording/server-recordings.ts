import type { Logger } from '#platform/log.ts';
import { AppError, errorCodeOf } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type {
  CallId,
  CustomerId,
  GroupId,
  InstallationId,
  NodeId,
  RecordingId,
  RoomId,
} from '#protocol/ids.ts';
import { type Party, partyKey } from '#protocol/party.ts';
import type { RecordingResult } from '#protocol/sfu/recording.ts';
import type { RoomTarget } from '#protocol/signal/group-call.ts';
import type { RecordingFault, RecordingState, recordingRequests } from '#protocol/signal/recording.ts';
import type { HandlerTable } from '#protocol/wire.ts';
import { createBackground } from '#server/background.ts';
import { coalesced } from '#server/concurrency.ts';
import type { Db } from '#server/db/database.ts';
import { persistently } from '#server/db/persistently.ts';
import { requireRoom } from '#server/db/recording-use.ts';
import { servicesInForce } from '#server/db/services-in-force.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import type { Session } from '#server/session.ts';
import type { TargetId } from '#server/sfu/leases.ts';
import type { Sfu } from '#server/sfu/sfu.ts';
import type { QueueWebhookEvent } from '#server/webhooks/webhook-event.ts';
import { automaticRecording, roomOf } from './automatic.ts';
import { continueRecording } from './continuing.ts';
import { findRecording, wholeResult } from './find-recording.ts';
import { RecordingFiles } from './recording-files.ts';
import {
  insertRecording,
  liveIn,
  type NewRecording,
  type RecordingOwner,
  refusedIn,
  setFailed,
  setFinishing,
  setRecording,
  setStopRequested,
  unsettled,
} from './rows.ts';
import { recordingOfSection, setSectionBegun, setWaiting, waitingTargets } from './sections.ts';
import { concludeWaiting, neverBegun, type Settled, setSectionMissing, settleSection } from './settling.ts';

/** Where a session is, and what it may do there. */
export interface RoomPlace {
  readonly target: RoomTarget;
  readonly roomId: RoomId;
  readonly nodeId: NodeId;
  /** Empty for a call that belongs to no group. */
  readonly groupName: string;
  /** The session's party may, where the feature is on: it owns the group, or is one of the two of a call without one. */
  readonly mayRecordOnServer: boolean;
  /** Its customer's feature is on. */
  readonly recordingOffered: boolean;
}

export interface RecordingsDeps {
  readonly db: Db;
  readonly sfu: Sfu;
  readonly events: DomainEvents;
  readonly log: Logger;
  readonly rooms: {
    /** Throws `not-in-room`. */
    placeOf(session: Session): RoomPlace;
    /** This server's sessions in a room. */
    sessionsIn(roomId: RoomId): readonly Session[];
  };
  /** 1-to-1 calls that have moved to a room. */
  readonly calls: {
    peopleIn(session: Session, callId: CallId): Promise<readonly Party[]>;
  };
  readonly queueWebhookEvent: QueueWebhookEvent;
  readonly installationId: InstallationId;
  /** A recording stops by itself after this long. */
  readonly maxHours: number;
}

export interface Recordings {
  readonly handlers: HandlerTable<typeof recordingRequests, Session>;
  readonly files: RecordingFiles;
  /** Looks after every recording that waits for something; to be called now and then, on any server. */
  reconcile(): Promise<void>;
  /** Waits for what is being written; can be called twice. */
  close(): Promise<void>;
}

type Unsettled = Awaited<ReturnType<typeof unsettled>>[number];

/** What may stand in the way of a recording that begins by itself. */
const EXPECTED: ReadonlySet<ErrorCode> = new Set([
  'recording-running',
  'recording-storage',
  'recording-quota',
]);

/** One that has not begun after this long never will: its server died, or its node did not answer. */
const STARTING_MS = 30_000;

/** Who may record a call on the server, and what becomes of recordings (SPEC.md, R). */
export function createRecordings(deps: RecordingsDeps): Recordings {
  const { db, sfu, events, log, rooms, calls, queueWebhookEvent, installationId, maxHours } = deps;
  const files = new RecordingFiles(sfu, installationId);
  const background = createBackground(log);
  const closing = new AbortController();

  const announce = (
    roomId: RoomId,
    recordingId: RecordingId,
    state: RecordingState,
    fault: RecordingFault | null,
  ) => {
    for (const session of rooms.sessionsIn(roomId)) {
      session.notify('recording.changed', { recordingId, state, fault });
    }
  };

  const hasMembersIn = (roomId: RoomId): boolean => rooms.sessionsIn(roomId).length > 0;

  /** Acts on what a change of a section means. */
  const follow = async (settled: Settled): Promise<void> => {
    switch (settled.kind) {
      case 'waiting':
        await goOn(settled.targetId);
        return;
      case 'over':
        log.info({ recordingId: settled.recordingId, outcome: settled.outcome }, 'recording settled');
        announce(settled.roomId, settled.recordingId, settled.outcome, settled.fault);
        return;
      case 'unchanged':
        return;
    }
  };

  const written = async (nodeId: NodeId, sectionId: RecordingId, told: RecordingResult): Promise<void> => {
    const result = await wholeResult(sfu, nodeId, sectionId, told);
    await follow(await settleSection(db, queueWebhookEvent, sectionId, result));
  };

  /** Returns the recording that was waiting, if this server has made it go on. */
  const goOn = (
    targetId: TargetId,
    { isIn = hasMembersIn, attempts }: { isIn?: (roomId: RoomId) => boolean; attempts?: number } = {},
  ): Promise<RecordingId | null> =>
    continueRecording(
      {
        ...{ db, sfu, log, installationId, maxHours, mayRecord, isIn },
        signal: closing.signal,
        settle: written,
        onContinued: (roomId, recordingId) => announce(roomId, recordingId, 'recording', null),
      },
      targetId,
      attempts,
    );

  /** Its room is lost. Returns whether the recording is to go on. */
  const lost = async (sectionId: RecordingId): Promise<boolean> => {
    const targetId = await setWaiting(db, sectionId);
    if (targetId === null) return false;
    await goOn(targetId);
    return true;
  };

  const mayRecord = async (customerId: CustomerId, inGroup: boolean): Promise<boolean> => {
    const services = await servicesInForce(db, customerId);
    return (inGroup ? services.service_group_chat : services.service_video_chat).recording;
  };

  const stop = async (nodeId: NodeId, sectionId: RecordingId): Promise<void> => {
    await sfu.ask(nodeId, 'recording.stop', { recordingId: sectionId });
  };

  const endWaiting = async (): Promise<void> => {
    for (const settled of await concludeWaiting(db, queueWebhookEvent)) await follow(settled);
  };

  /** What the recording is listed as. The others of a call between two may not have come into its room yet. */
  const nameOf = async ({ target, groupName }: RoomPlace, session: Session): Promise<string> =>
    target.kind === 'group' ? groupName : others(await calls.peopleIn(session, target.callId), session.party);

  /** Throws `recording-running`, `recording-storage`, `recording-quota` and `feature-disabled`. */
  const begin = async (
    recording: NewRecording,
    onFailed?: (recordingId: RecordingId, fault: RecordingFault) => void,
  ): Promise<RecordingId> => {
    const { customerId, groupId, roomId, nodeId } = recording;
    const recordingId = await insertRecording(db, recording);
    if (recordingId === null) throw new AppError('recording-running');
    try {
      await requireRoom(db, customerId);
      const { startedAt } = await sfu.ask(nodeId, 'recording.start', {
        recordingId,
        installationId,
        roomId,
        maxDurationMs: maxHours * 3_600_000,
      });
      const stopped = !(await setRecording(db, recordingId, startedAt));
      // What happened while the node was beginning may have found nothing there to stop.
      if (stopped) await stop(nodeId, recordingId);
      else if (!(await mayRecord(customerId, groupId !== null))) throw new AppError('feature-disabled');
    } catch (error) {
      const fault = faultOf(error);
      await setFailed(db, recordingId, fault);
      onFailed?.(recordingId, fault);
      // It may have begun after all.
      background.run('recording not stopped', stop(nodeId, recordingId));
      throw error;
    }
    announce(roomId, recordingId, 'recording', null);
    log.info({ recordingId, roomId }, 'recording begun');
    return recordingId;
  };

  const ended = async (roomId: RoomId, sectionId: RecordingId): Promise<void> => {
    const recordingId = await recordingOfSection(db, sectionId);
    if (recordingId !== null) announce(roomId, recordingId, 'finishing', null);
    await setFinishing(db, sectionId);
  };

  const someoneJoined = async (groupId: GroupId): Promise<void> => {
    if ((await goOn(groupId)) === null) await beginAutomatically(groupId);
  };

  /** Every server hears that someone has joined; one with members in the room begins. */
  const beginAutomatically = async (groupId: GroupId): Promise<void> => {
    const recording = await automaticRecording(db, groupId);
    if (!recording || !hasMembersIn(recording.roomId)) {
      await tellRefused(groupId);
      return;
    }
    if (!(await mayRecord(recording.customerId, true))) return;
    // Nobody has asked for it, so everyone is told: the page before the call says that it is recorded.
    const tell = (recordingId: RecordingId, fault: RecordingFault) =>
      announce(recording.roomId, recordingId, 'failed', fault);
    await begin(recording, tell).catch((error: unknown) => {
      // Another server was first, or everyone has been told.
      if (!(error instanceof AppError && EXPECTED.has(error.code))) throw error;
    });
  };

  /** Tells all members, and those who join later, that the call is not recorded. Clients ignore it when they know already. */
  const tellRefused = async (groupId: GroupId): Promise<void> => {
    const room = await roomOf(db, groupId);
    const refused = room && hasMembersIn(room) ? await refusedIn(db, room) : undefined;
    if (room && refused) announce(room, refused.id, 'failed', refused.fault);
  };

  const handlers: Recordings['handlers'] = {
    'recording.start': async (session) => {
      const { place, owner } = allowed(rooms.placeOf(session), session);
      const targetId = targetIdOf(place.target);
      // One that waits is the one that is wanted.
      const continued = await goOn(targetId);
      if (continued !== null) return { recordingId: continued };
      const recordingId = await begin({
        targetId,
        customerId: owner.customerId,
        userId: owner.kind === 'device' ? null : owner.id,
        deviceId: owner.kind === 'device' ? owner.id : null,
        groupId: place.target.kind === 'group' ? place.target.groupId : null,
        name: await nameOf(place, session),
        roomId: place.roomId,
        nodeId: place.nodeId,
        startedBy: session.party.name,
      });
      return { recordingId };
    },

    /** Fails where the node cannot be asked: it goes on recording until it can be, and is stopped then. */
    'recording.stop': async (session) => {
      const { place } = allowed(rooms.placeOf(session), session);
      const live = await liveIn(db, place.roomId, targetIdOf(place.target));
      if (!live) return {};
      await setStopRequested(db, live.id);
      if (live.waits_since !== null) {
        await endWaiting();
        return {};
      }
      // The node may not have been asked to begin yet; anyone who asks finds the row stopped.
      if (live.state === 'starting') await setFinishing(db, live.section_id);
      await stop(live.node_id, live.section_id);
      // Its node tells that too, later: nothing that is written after the answer belongs to it.
      await setFinishing(db, live.section_id);
      return {};
    },
  };

  /** A customer may not record any more. */
  const stopWithdrawn = async (): Promise<void> => {
    for (const row of await unsettled(db)) {
      if (row.state !== 'starting' && row.state !== 'recording') continue;
      if (await mayRecord(row.customer_id, row.group_id !== null)) continue;
      // Written down first, as for every stop: the node may not answer now, and is asked again later.
      await setStopRequested(db, row.id);
      background.run('recording not stopped', stop(row.node_id, row.section_id));
    }
    await endWaiting();
  };

  /** One run at a time, until it is known which: none that was withdrawn goes on since the database was away. */
  const followWithdrawals = coalesced(() => persistently(stopWithdrawn, closing.signal));

  const reconcile = async (): Promise<void> => {
    for (const row of await unsettled(db)) await look(row);
    await endWaiting();
    // Whoever has members in the room has tried, and may have died.
    for (const targetId of await waitingTargets(db)) await goOn(targetId, { isIn: () => true, attempts: 1 });
  };

  const look = async (row: Unsettled): Promise<void> => {
    const { section_id: sectionId } = row;
    const found = await findRecording(sfu, sectionId, row.node_id, log);
    const isLive = row.state === 'starting' || row.state === 'recording';
    switch (found.state) {
      case 'recording':
        if (row.state === 'starting') await setRecording(db, row.id, found.startedAt);
        else await setSectionBegun(db, sectionId);
        // Stopped, given up with its node, or continued in another room, by a server that could not ask the node any more.
        if (!isLive || !row.is_current || row.stop_requested) await stop(found.nodeId, sectionId);
        break;
      case 'finishing':
        // By another process than the one that has made it: its room is gone.
        if (found.nodeId !== row.node_id && row.is_current) await lost(sectionId);
        else await setFinishing(db, sectionId);
        break;
      case 'finished':
        await written(found.nodeId, sectionId, found.result);
        break;
      case 'unanswered':
        break;
      case 'unknown': {
        if (row.section_state === 'missing') break;
        const isYoung = row.begun_at === null && Date.now() - row.created_at.getTime() < STARTING_MS;
        if (isYoung && isLive && row.waits_since === null && sfu.has(row.node_id)) break;
        // Its node may be on its way back, with the files: the recording goes on meanwhile, and is not called whole without them.
        if (row.is_lost_lately || (row.is_current && row.waits_since === null && (await lost(sectionId))))
          break;
        // The server that has asked for the section died before the node had begun it.
        if (row.begun_at === null && (sectionId !== row.id || row.state === 'failed'))
          await written(
            row.node_id,
            sectionId,
            neverBegun(row.state === 'failed' ? 'internal' : 'node-lost'),
          );
        else await follow(await setSectionMissing(db, queueWebhookEvent, sectionId));
        break;
      }
    }
  };

  const ends = [
    events.subscribe((event) => {
      if (event.type === 'features-changed' || event.type === 'events-missed')
        background.run('recordings not checked', followWithdrawals());
      if (event.type === 'group-joined') background.run('call not recorded', someoneJoined(event.groupId));
      if (event.type === 'moved-call-joined') background.run('call not recorded', goOn(event.callId));
    }),
    sfu.listenToRecordings({
      nodeLost: () => background.run('recordings not reconciled', reconcile()),
      stopped(roomId, sectionId, isLost) {
        background.run('end of a recording not written', isLost ? lost(sectionId) : ended(roomId, sectionId));
      },
      finished(nodeId, sectionId, result) {
        background.run('result of a recording not written', written(nodeId, sectionId, result));
      },
    }),
  ];

  return {
    handlers,
    files,
    reconcile,
    async close() {
      for (const end of ends.splice(0)) end();
      closing.abort();
      await background.settled();
    },
  };
}

/** Throws `forbidden` and `feature-disabled` (SPEC.md, R1). */
function allowed(place: RoomPlace, session: Session): { place: RoomPlace; owner: RecordingOwner } {
  const { principal } = session;
  if (principal.kind === 'guest' || principal.kind === 'admin') throw new AppError('forbidden');
  if (!place.mayRecordOnServer) throw new AppError('forbidden');
  if (!place.recordingOffered) throw new AppError('feature-disabled');
  return { place, owner: principal };
}

function faultOf(error: unknown): RecordingFault {
  switch (errorCodeOf(error)) {
    case 'recording-storage':
      return 'storage';
    case 'recording-quota':
      return 'quota';
    default:
      return 'internal';
  }
}

/** Who else is in the call; the one who records where no one is. */
const others = (people: readonly Party[], own: Party): string => {
  const names = people.filter((party) => partyKey(party) !== partyKey(own)).map(({ name }) => name);
  return [...new Set(names)].join(', ') || own.name;
};

const targetIdOf = (target: RoomTarget): TargetId =>
  target.kind === 'group' ? target.groupId : target.callId;
