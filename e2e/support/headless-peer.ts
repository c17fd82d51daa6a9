import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { DirectCallState } from '#client/call/direct/call-state.ts';
import type { DirectCall } from '#client/call/direct/direct-call.ts';
import { createDirectCall } from '#client/call/direct/session.ts';
import type { SignalClient } from '#client/signal/signal.ts';
import { createSignalClient } from '#client/signal/signal-client.ts';
import { DEFAULT_CALL_SETTINGS } from '#protocol/call-settings.ts';
import { SIGNAL_PATH } from '#server/signal/signal-path.ts';

/** The client's own calls and signalling, without a browser, behind a load balancer. Needs `installHeadlessWebRtc`. */
export interface HeadlessPeer {
  readonly call: DirectCall;
  readonly signal: SignalClient;
  /** The states that its call was in, in order. */
  readonly seen: readonly DirectCallState['name'][];
  close(): Promise<void>;
}

/** @param route the ports of the servers that are to be tried, in order, at each new connection */
export async function openHeadlessPeer(token: string, route: () => readonly number[]): Promise<HeadlessPeer> {
  const balancer = await startBalancer(route);
  const signal = createSignalClient({
    url: `ws://127.0.0.1:${balancer.port}${SIGNAL_PATH}`,
    credential: async () => ({ kind: 'access', token }),
  });
  const call = createDirectCall({ signal, loadSettings: async () => DEFAULT_CALL_SETTINGS });
  const seen: DirectCallState['name'][] = [];
  call.subscribe(() => {
    const { name } = call.get().state;
    if (seen.at(-1) !== name) seen.push(name);
  });
  return {
    call,
    signal,
    seen,
    async close() {
      call.close();
      signal.close();
      await balancer.close();
    },
  };
}

async function startBalancer(route: () => readonly number[]) {
  const sockets = new Set<Socket>();
  const server = createServer((inbound) => {
    sockets.add(inbound);
    inbound.on('error', () => inbound.destroy());
    inbound.on('close', () => sockets.delete(inbound));
    connectToFirst(inbound, [...route()]);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The balancer has no port');
  return {
    port: address.port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function connectToFirst(inbound: Socket, [port, ...others]: readonly number[]): void {
  if (port === undefined) {
    inbound.destroy();
    return;
  }
  const outbound = connect(port, '127.0.0.1');
  let connected = false;
  outbound.once('connect', () => {
    connected = true;
    inbound.pipe(outbound);
    outbound.pipe(inbound);
    inbound.once('close', () => outbound.destroy());
    outbound.once('close', () => inbound.destroy());
  });
  outbound.on('error', () => {
    if (connected) inbound.destroy();
    else connectToFirst(inbound, others);
  });
}
