import type { WebRtcTransport } from 'mediasoup/types';

export interface OrphanWatchOptions {
  readonly orphanMs: number;
  /** All transports are gone, or one of them is back. */
  readonly onChange: (gone: boolean) => void;
  readonly onOrphaned: () => void;
}

/**
 * Tells when a member's media has left for good: at least one of its transports was connected once, and for `orphanMs`
 * none has been. A transport that was never used says nothing: somebody who is alone in a room, without a camera, has two
 * of them.
 */
export class OrphanWatch {
  readonly #transports: readonly WebRtcTransport[];
  readonly #options: OrphanWatchOptions;
  #wasConnected = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(transports: readonly WebRtcTransport[], options: OrphanWatchOptions) {
    this.#transports = transports;
    this.#options = options;
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
    const { orphanMs, onChange, onOrphaned } = this.#options;
    if (this.#transports.some(isConnected)) {
      this.#wasConnected = true;
      if (!this.#timer) return;
      this.close();
      onChange(false);
      return;
    }
    const closed = this.#transports.some((transport) => transport.closed);
    if (!this.#wasConnected || closed || this.#timer) return;
    this.#timer = setTimeout(onOrphaned, orphanMs);
    onChange(true);
  }
}

/** ICE alone is not enough: a browser that goes says so by DTLS, long before ICE notices. */
const isConnected = ({ iceState, dtlsState }: WebRtcTransport): boolean =>
  (iceState === 'connected' || iceState === 'completed') && dtlsState !== 'closed' && dtlsState !== 'failed';
