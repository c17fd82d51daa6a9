import { isIPv6 } from 'node:net';
import { createWorker } from 'mediasoup';
import type { Router, TransportListenInfo, WebRtcServer, Worker } from 'mediasoup/types';
import { ROUTER_CODECS } from './codecs.ts';
import type { ListenAddress } from './listen-addresses.ts';

export interface MediaWorkerOptions {
  readonly listen: readonly ListenAddress[];
  /** UDP and TCP; 0: any free ones. */
  readonly port: number;
  readonly workerBin: string | null;
}

/** After this many unanswered usage samples in a row, a worker counts as hung and is killed. */
const UNANSWERED_SAMPLES_UNTIL_HUNG = 5;

/** One worker process with the one WebRtcServer that all of its transports share. */
export class MediaWorker {
  readonly #worker: Worker;
  readonly webRtcServer: WebRtcServer;
  /** Share of a core in use between the last two samples, 0 to 1. */
  load = 0;
  #lastSample: { readonly atMs: number; readonly cpuMs: number } | undefined;
  #unansweredSamples = 0;

  private constructor(worker: Worker, webRtcServer: WebRtcServer) {
    this.#worker = worker;
    this.webRtcServer = webRtcServer;
  }

  /** Fails where the program cannot be run or the port is taken. */
  static async start(options: MediaWorkerOptions): Promise<MediaWorker> {
    const worker = await createWorker({
      logLevel: 'warn',
      ...(options.workerBin !== null && { workerBin: options.workerBin }),
    });
    leaveSigterm();
    try {
      const listenInfos = options.listen.flatMap(({ ip, announced }) =>
        (['udp', 'tcp'] as const).map(
          (protocol): TransportListenInfo => ({
            protocol,
            ip,
            // Beside `0.0.0.0` on the same port.
            ...(isIPv6(ip) && { flags: { ipv6Only: true } }),
            ...(options.port !== 0 && { port: options.port }),
            ...(announced !== null && { announcedAddress: announced }),
          }),
        ),
      );
      return new MediaWorker(worker, await worker.createWebRtcServer({ listenInfos }));
    } catch (cause) {
      worker.close();
      const ips = options.listen.map(({ ip }) => ip).join(' and ');
      throw new Error(`Media cannot be received at ${ips}, port ${options.port}`, { cause });
    }
  }

  get pid(): number {
    return this.#worker.pid;
  }

  /** Calls back when the process ends unasked; its routers emit `workerclose` before. */
  onDied(listener: () => void): void {
    this.#worker.once('died', listener);
  }

  createRouter(): Promise<Router> {
    return this.#worker.createRouter({ mediaCodecs: ROUTER_CODECS });
  }

  /**
   * Measures the load since the last call, in the background, because a hung worker must not block its node. A hung worker
   * is killed, and then handled like any that dies.
   */
  sampleLoad(): void {
    if (this.#worker.closed) return;
    if (this.#unansweredSamples++ > 0) {
      if (this.#unansweredSamples > UNANSWERED_SAMPLES_UNTIL_HUNG) this.#kill();
      return;
    }
    this.#worker.getResourceUsage().then(
      ({ ru_utime, ru_stime }) => {
        this.#unansweredSamples = 0;
        const sample = { atMs: performance.now(), cpuMs: ru_utime + ru_stime };
        const last = this.#lastSample ?? sample;
        const elapsedMs = sample.atMs - last.atMs;
        if (elapsedMs > 0) this.load = Math.min(1, (sample.cpuMs - last.cpuMs) / elapsedMs);
        this.#lastSample = sample;
      },
      () => {
        // Either it has died, and `onDied` fires; or its channel is broken for good.
        if (!this.#worker.closed) this.#kill();
      },
    );
  }

  close(): void {
    this.#worker.close();
  }

  #kill(): void {
    try {
      process.kill(this.pid, 'SIGKILL');
    } catch {
      // The process has just ended (ESRCH); `died` follows.
    }
  }
}

/** mediasoup closes its workers on SIGTERM; the node drains first (sfu/src/main.ts), and closes them itself. */
function leaveSigterm(): void {
  for (const listener of process.listeners('SIGTERM')) {
    if (listener.name === 'onSignal') process.removeListener('SIGTERM', listener);
  }
}
