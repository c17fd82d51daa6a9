import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bus } from '#platform/bus/bus.ts';
import { createLocalBus } from '#platform/bus/local.ts';
import { createLog } from '#platform/log.ts';
import type { InstallationId, NodeId, RoomId } from '#protocol/ids.ts';
import {
  INSTALLATION_ID_SUBJECT,
  type NodeHeartbeat,
  SFU_NOTICES_SUBJECT,
  type SfuNotice,
  type SfuPayload,
  type SfuReply,
  type SfuRequestName,
  sfuSubject,
} from '#protocol/sfu/contract.ts';
import { serveRequests } from '#sfu/control/router.ts';
import type { ListenAddress } from '#sfu/media/listen-addresses.ts';
import type { RoomSettings } from '#sfu/media/room-settings.ts';
import { MediaNode } from '#sfu/media-node.ts';
import type { BucketSettings } from '#sfu/recording/bucket/bucket.ts';
import { RecordingBucket } from '#sfu/recording/bucket/recording-bucket.ts';
import { OwnInstallation } from '#sfu/recording/own-installation.ts';
import { workerBin } from './worker-bin.ts';

const REQUEST_TIMEOUT_MS = 5_000;
/** The installation of test nodes, unless a test names another one. */
export const TEST_INSTALLATION = '7b6e2f0c-52b4-4f7a-9d35-0f5f3c1d2e4a' as InstallationId;

export interface TestNode {
  readonly nodeId: NodeId;
  readonly node: MediaNode;
  readonly bus: Bus;
  /** All that the node has told the servers, in order. */
  readonly notices: SfuNotice[];
  readonly heartbeat: NodeHeartbeat;
  ask<Name extends SfuRequestName>(request: Name, data: SfuPayload<Name>): Promise<SfuReply<Name>>;
  /** Sends any payload, as a faulty server would. */
  askAnything(frame: unknown): Promise<unknown>;
  close(): Promise<void>;
}

interface TestNodeOptions extends Partial<RoomSettings> {
  /** To meet other nodes on; one of its own by default. */
  readonly bus?: Bus;
  readonly workers?: number;
  /** The loopback by default. */
  readonly listen?: readonly ListenAddress[];
  /** A folder that is never made, by default. */
  readonly recordingsFolder?: string;
  readonly recordingsMinFreeBytes?: number;
  /** Null: no server says it. */
  readonly installationId?: InstallationId | null;
  /** None by default. */
  readonly recordingsBucket?: BucketSettings;
  readonly ffmpeg?: string;
}

/** A media node with real workers in this process, on its own bus. */
export async function startTestNode({
  bus: shared,
  workers = 1,
  listen = [{ ip: '127.0.0.1', announced: null }],
  recordingsFolder = join(tmpdir(), randomUUID()),
  recordingsMinFreeBytes = 0,
  installationId = TEST_INSTALLATION,
  recordingsBucket,
  ffmpeg = 'ffmpeg',
  ...settings
}: TestNodeOptions = {}): Promise<TestNode> {
  const bus = shared ?? createLocalBus();
  const nodeId = randomUUID() as NodeId;
  const log = createLog({ name: 'test', level: 'silent' });
  const notices: SfuNotice[] = [];
  bus.subscribe(SFU_NOTICES_SUBJECT, (notice) => notices.push(notice as SfuNotice));
  if (installationId) bus.serve(INSTALLATION_ID_SUBJECT, async () => ({ installationId }));
  const installation = new OwnInstallation(bus);
  const node = await MediaNode.start({
    nodeId,
    bus,
    version: '1.2.3',
    log,
    workers,
    rtcPort: 0,
    listen,
    workerBin: await workerBin(),
    recordingsFolder,
    recordingsMinFreeBytes,
    installation,
    recordingsBucket: recordingsBucket
      ? await RecordingBucket.open(recordingsBucket, installation, log)
      : null,
    ffmpeg: { program: ffmpeg, priority: 'normal' },
    roomSettings: {
      iceConsentS: 10,
      orphanMs: 30_000,
      unreadyMs: 60_000,
      unusedMs: 60_000,
      lingerMs: 50,
      idleConsumerMs: 30_000,
      maxIncomingBitrate: 6_000_000,
      initialOutgoingBitrate: 1_000_000,
      ...settings,
    },
  });
  serveRequests(bus, nodeId, node, log);
  const askAnything = (frame: unknown) =>
    bus.request(sfuSubject(nodeId), frame, { timeoutMs: REQUEST_TIMEOUT_MS });
  async function ask<Name extends SfuRequestName>(request: Name, data: SfuPayload<Name>) {
    return (await askAnything({ request, data })) as SfuReply<Name>;
  }
  return {
    nodeId,
    node,
    bus,
    notices,
    get heartbeat() {
      const last = notices.findLast(({ notice }) => notice === 'node.heartbeat');
      if (last?.notice !== 'node.heartbeat') throw new Error('no heartbeat yet');
      return last.data;
    },
    ask,
    askAnything,
    async close() {
      node.close();
      if (!shared) await bus.close();
    },
  };
}

export const newRoomId = (): RoomId => randomUUID() as RoomId;
