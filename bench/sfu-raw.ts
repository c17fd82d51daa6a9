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

const REQUEST_TIMEOUT_MS = 10_000;

/** mediasoup by itself (sfu-raw-process.ts). */
export const startRaw: StartForwarder = async (subscribers): Promise<Forwarder> => {
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
  const connect = async (direction: 'SendOnly' | 'RecvOnly') => {
    const transport = await ask<TransportOptions>('transport');
    const connection = createConnection(transport, direction, await newUdpPort());
    connections.push(connection);
    await ask('connect', { id: transport.id, dtlsParameters: connection.dtlsParameters });
    await connection.open();
    return { id: transport.id, track: connection.track };
  };

  const hello = await ask<{
    pids: number[];
    rtpCapabilities: PayloadOf<SfuRequests, 'room.ready'>['rtpCapabilities'];
  }>('hello');
  const rtpCapabilities = withoutBandwidthEstimation(hello.rtpCapabilities);
  const publisher = await connect('SendOnly');
  const { producerId } = await ask<{ producerId: string }>('produce', {
    id: publisher.id,
    rtpParameters: videoParameters(PUBLISHED_SSRC),
  });
  const counts = Array.from({ length: subscribers }, () => 0);
  for (const index of counts.keys()) {
    const { id, track } = await connect('RecvOnly');
    const { ssrc } = await ask<{ ssrc: number }>('consume', { id, producerId, rtpCapabilities });
    track.onMessage((packet) => {
      if (!isRtcp(packet) && ssrcOf(packet) === ssrc) counts[index] = (counts[index] ?? 0) + 1;
    });
  }
  return {
    publisher: publisher.track,
    subscribers: counts.map((_, index) => ({ received: () => counts[index] ?? 0 })),
    pids: hello.pids,
    async stop() {
      for (const connection of connections) connection.close();
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
      await bus.close();
    },
  };
};
