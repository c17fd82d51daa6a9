import type { WebRtcTransport } from 'mediasoup/types';

/**
 * Tells when a member's media has left for good: at least one of its transports was connected once, and for `orphanMs`
 * none has been. A transport that was never used says nothing: somebody who is alone in a room, without a camera, has two
 * of them.
 */
export class OrphanWatch {
  readonly #transports: readonly WebRtcTransport[];
  readonly #orphanMs: number;
  readonly #onOrphaned: () => void;
  #wasConnected = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(transports: readonly WebRtcTransport[], orphanMs: number, onOrphaned: () => void) {
    this.#transports = transports;
    this.#orphanMs = orphanMs;
    this.#onOrphaned = onOrphaned;
    for (const transport of transports) {
      transport.on('icestatechange', () => this.#check());
      transport.on('dtlsstatechange', () => this.#check());
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #check(): void {
    if (this.#transports.some(isConnected)) {
      this.#wasConnected = true;
      this.close();
      return;
    }
    const closed = this.#transports.some((transport) => transport.closed);
    if (this.#wasConnected && !closed) this.#timer ??= setTimeout(this.#onOrphaned, this.#orphanMs);
  }
}

/** ICE alone is not enough: a browser that goes says so by DTLS, long before ICE notices. */
const isConnected = ({ iceState, dtlsState }: WebRtcTransport): boolean =>
  (iceState === 'connected' || iceState === 'completed') && dtlsState !== 'closed' && dtlsState !== 'failed';
