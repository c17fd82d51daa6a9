import type { DtlsParameters, Router, WebRtcTransport } from 'mediasoup/types';
import { AppError } from '#protocol/app-error.ts';
import type { SfuReply } from '#protocol/sfu/contract.ts';
import type { MediaWorker } from './media-worker.ts';
import { mediasoupCall } from './mediasoup-call.ts';
import { checkDtlsParameters } from './parameters.ts';
import { transportOptions } from './peer-transport.ts';

/** Time for a browser to finish its test. */
const SELF_TEST_MS = 30_000;
/** Simultaneous tests on a node: anyone may start one, and each holds two transports. */
const MAX_SELF_TESTS = 20;
/** Bits a second: enough for connectivity checks and a handshake. */
const MAX_INCOMING_BITRATE = 50_000;

/** Transports with which browsers test whether they reach this node (SPEC.md, T). No room, no member, no media. */
export class SelfTests {
  readonly #routers = new Map<MediaWorker, Promise<Router>>();
  readonly #open = new Map<symbol, NodeJS.Timeout>();

  /** Throws `too-many-requests`, `invalid-media-parameters`. */
  async open(worker: MediaWorker, dtlsParameters: DtlsParameters): Promise<SfuReply<'selfTest.open'>> {
    checkDtlsParameters(dtlsParameters);
    if (this.#open.size >= MAX_SELF_TESTS) {
      throw new AppError('too-many-requests', { retryAfterMs: SELF_TEST_MS });
    }
    const test = Symbol('self-test');
    const transports: WebRtcTransport[] = [];
    // Counted first, so that simultaneous requests cannot exceed the limit.
    const end = () => {
      clearTimeout(this.#open.get(test));
      this.#open.delete(test);
      for (const transport of transports) transport.close();
    };
    this.#open.set(test, setTimeout(end, SELF_TEST_MS));
    try {
      const router = await this.#router(worker);
      const create = async (protocol: 'udp' | 'tcp') => {
        const transport = await mediasoupCall(() =>
          router.createWebRtcTransport({
            webRtcServer: worker.webRtcServer,
            enableUdp: protocol === 'udp',
            enableTcp: protocol === 'tcp',
          }),
        );
        if (!this.#open.has(test)) transport.close();
        transports.push(transport);
        await mediasoupCall(() => transport.setMaxIncomingBitrate(MAX_INCOMING_BITRATE));
        await mediasoupCall(() =>
          transport.connect({ dtlsParameters: { ...dtlsParameters, role: 'client' } }),
        );
        return transportOptions(transport);
      };
      const [udp, tcp] = await Promise.all([create('udp'), create('tcp')]);
      return { udp, tcp };
    } catch (error) {
      end();
      throw error;
    }
  }

  close(): void {
    for (const timer of this.#open.values()) clearTimeout(timer);
    this.#open.clear();
    // The transports end with their workers.
    this.#routers.clear();
  }

  /** One router for each worker, created on first use. */
  #router(worker: MediaWorker): Promise<Router> {
    const known = this.#routers.get(worker);
    if (known) return known;
    const opening = worker.createRouter();
    this.#routers.set(worker, opening);
    opening.then(
      (router) => router.on('workerclose', () => this.#routers.delete(worker)),
      () => this.#routers.delete(worker),
    );
    return opening;
  }
}
