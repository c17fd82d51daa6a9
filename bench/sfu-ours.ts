import { fork } from 'node:child_process';
import { once } from 'node:events';
import { linkChildBus } from '#platform/bus/ipc.ts';
import { createLocalBus } from '#platform/bus/local.ts';
import {
  SFU_NOTICES_SUBJECT,
  type SfuNotice,
  type SfuRequestName,
  type SfuRequests,
  sfuSubject,
} from '#protocol/sfu/contract.ts';
import type { PayloadOf, ReplyOf } from '#protocol/wire.ts';
import { obtainMediaWorker } from '#scripts/media-worker.ts';
import { TestMember, videoParameters } from '#sfu/testing/member.ts';
import { newRoomId } from '#sfu/testing/test-node.ts';
import { type Forwarder, PUBLISHED_SSRC, type StartForwarder } from './sfu-forwarder.ts';
import { until } from './until.ts';

const REQUEST_TIMEOUT_MS = 10_000;

/** The project's own media node, a process with one worker, through its own join and signalling. */
export const startOurs: StartForwarder = async (subscribers): Promise<Forwarder> => {
  const bus = createLocalBus();
  const notices: SfuNotice[] = [];
  bus.subscribe(SFU_NOTICES_SUBJECT, (notice) => notices.push(notice as SfuNotice));
  const env = {
    ...process.env,
    SFU_WORKERS: '1',
    LOG_LEVEL: 'warn',
    MEDIASOUP_WORKER_BIN: await obtainMediaWorker(),
  };
  const child = fork(new URL('../sfu/src/main.ts', import.meta.url), { env, execArgv: [] });
  linkChildBus(bus, child);
  const heartbeat = await until(() =>
    notices.find((notice) => notice.notice === 'node.heartbeat' && notice.data.workers.length === 1),
  );
  if (heartbeat.notice !== 'node.heartbeat' || child.pid === undefined) throw new Error('no media node');
  const subject = sfuSubject(heartbeat.data.nodeId);
  const link = {
    notices,
    async ask<Name extends SfuRequestName>(request: Name, data: PayloadOf<SfuRequests, Name>) {
      const reply = await bus.request(subject, { request, data }, { timeoutMs: REQUEST_TIMEOUT_MS });
      return reply as ReplyOf<SfuRequests, Name>;
    },
  };

  const roomId = newRoomId();
  const capacity = subscribers + 1;
  const publisher = await TestMember.join(link, roomId, { capacity });
  const publishing = await publisher.connectSending();
  const producerId = await publisher.produce('camera', videoParameters(PUBLISHED_SSRC));
  const members: TestMember[] = [];
  for (let count = 0; count < subscribers; count++) {
    const member = await TestMember.join(link, roomId, { capacity });
    await member.connectReceiving();
    await member.ready(withoutBandwidthEstimation(member.reply.routerRtpCapabilities));
    await until(() => member.consumers[0]);
    await member.resume(producerId);
    members.push(member);
  }
  return {
    publisher: publishing.track,
    subscribers: members.map((member) => ({ received: () => member.received(producerId) })),
    pids: [child.pid, ...heartbeat.data.workers.map(({ pid }) => pid)],
    async stop() {
      for (const member of [publisher, ...members]) member.vanish();
      const exited = once(child, 'exit');
      child.kill();
      await exited;
      await bus.close();
    },
  };
};

type Capabilities = PayloadOf<SfuRequests, 'room.ready'>['rtpCapabilities'];

/** The load generator sends no feedback; without it the estimate would only add packets of its own. */
export function withoutBandwidthEstimation({
  codecs = [],
  headerExtensions = [],
}: Capabilities): Capabilities {
  const estimating = new Set(['transport-cc', 'goog-remb']);
  return {
    codecs: codecs.map((codec) => ({
      ...codec,
      rtcpFeedback: (codec.rtcpFeedback ?? []).filter(({ type }) => !estimating.has(type)),
    })),
    headerExtensions: headerExtensions.filter(({ uri }) =>
      uri.startsWith('urn:ietf:params:rtp-hdrext:sdes:mid'),
    ),
  };
}
