import { fork } from 'node:child_process';
import { once } from 'node:events';
import { linkChildBus } from '#platform/bus/ipc.ts';
import { createLocalBus } from '#platform/bus/local.ts';
import type { TransportOptions } from '#protocol/media.ts';
import type { SfuRequests } from '#protocol/sfu/contract.ts';
import type { PayloadOf } from '#protocol/wire.ts';
import { obtainMediaWorker } from '#scripts/media-worker.ts';
import { type Connection, createConnection } from '#sfu/testing/connection.ts';
import { videoParameters } from '#sfu/testing/member.ts';
import { isRtcp, ssrcOf } from '#sfu/testing/rtp.ts';
import { newUdpPort } from '#sfu/testing/udp-port.ts';
import { type Forwarder, PUBLISHED_SSRC, type StartForwarder } from './sfu-forwarder.ts';
import { withoutBandwidthEstimation } from './sfu-ours.ts';

type Capabilities = PayloadOf<SfuRequests, 'room.ready'>['rtpCapabilities'];

const REQUEST_TIMEOUT_MS = 10_000;

/** mediasoup by itself (sfu-raw-process.ts). */
export async function startRawRouter() {
  const bus = createLocalBus();
  const ready = new Promise<void>((resolve) => {
    bus.subscribe('raw.ready', () => resolve());
  });
  const env = { ...process.env, MEDIASOUP_WORKER_BIN: await obtainMediaWorker() };
  const child = fork(new URL('./sfu-raw-process.ts', import.meta.url), { env, execArgv: [] });
  linkChildBus(bus, child);
  await ready;
  const ask = async <Reply>(command: string, payload: unknown = null) =>
    (await bus.request(`raw.${command}`, payload, { timeoutMs: REQUEST_TIMEOUT_MS })) as Reply;
  const connections: Connection[] = [];
  const { pids, rtpCapabilities } = await ask<{ pids: number[]; rtpCapabilities: Capabilities }>('hello');
  return {
    /** That of the process first. */
    pids,
    rtpCapabilities: withoutBandwidthEstimation(rtpCapabilities),
    async connect(direction: 'SendOnly' | 'RecvOnly') {
      const transport = await ask<TransportOptions>('transport');
      const connection = createConnection(transport, direction, await newUdpPort());
      connections.push(connection);
      await ask('connect', { id: transport.id, dtlsParameters: connection.dtlsParameters });
      await connection.open();
      return { id: transport.id, track: connection.track };
    },
    async produce(id: string, kind: 'audio' | 'video', rtpParameters: ReturnType<typeof videoParameters>) {
      return (await ask<{ producerId: string }>('produce', { id, kind, rtpParameters })).producerId;
    },
    async consume(id: string, producerId: string, capabilities: Capabilities) {
      return await ask<{ ssrc: number }>('consume', { id, producerId, rtpCapabilities: capabilities });
    },
    /** Sends what is produced to a port of this machine, without encryption; RTCP to the next port. */
    async recordTo(producerId: string, port: number) {
      await ask('recordTo', { producerId, port });
    },
    async stop() {
      for (const connection of connections) connection.close();
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
      await bus.close();
    },
  };
}

/** Does what `startOurs` does, without the project. */
export const startRaw: StartForwarder = async (subscribers): Promise<Forwarder> => {
  const raw = await startRawRouter();
  const publisher = await raw.connect('SendOnly');
  const producerId = await raw.produce(publisher.id, 'video', videoParameters(PUBLISHED_SSRC));
  const counts = Array.from({ length: subscribers }, () => 0);
  for (const index of counts.keys()) {
    const { id, track } = await raw.connect('RecvOnly');
    const { ssrc } = await raw.consume(id, producerId, raw.rtpCapabilities);
    track.onMessage((packet) => {
      if (!isRtcp(packet) && ssrcOf(packet) === ssrc) counts[index] = (counts[index] ?? 0) + 1;
    });
  }
  return {
    publisher: publisher.track,
    subscribers: counts.map((_, index) => ({ received: () => counts[index] ?? 0 })),
    pids: raw.pids,
    stop: () => raw.stop(),
  };
};
