import type { WebRtcTransport } from 'mediasoup/types';

export interface OrphanWatchOptions {
  readonly orphanMs: number;
  /** For a member that has not said that it is ready. */
  readonly unreadyMs: number;
  readonly unusedMs: number;
  /** All transports are disconnected, or one of them is connected again. */
  readonly onChange: (gone: boolean) => void;
  readonly onOrphaned: () => void;
}

/**
 * Tells when a member has left without a word: at least one of its transports was connected once, and for `orphanMs` none
 * has been. Transports that were never used say nothing for long: someone who is alone in a room, without camera and
 * microphone, has two of them. But such a browser says that it is ready right after joining: anyone who has not done so for
 * `unreadyMs` never will. After `unusedMs` even the others are more likely left over from a server that has died.
 */
export class OrphanWatch {
  readonly #transports: readonly WebRtcTransport[];
  readonly #options: OrphanWatchOptions;
  #gone = false;
  #used = false;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(transports: readonly WebRtcTransport[], options: OrphanWatchOptions) {
    this.#transports = transports;
    this.#options = options;
    this.#timer = setTimeout(options.onOrphaned, options.unreadyMs);
    for (const transport of transports) {
      transport.on('icestatechange', () => this.#check());
      transport.on('dtlsstatechange', () => this.#check());
    }
  }

  /** The browser takes part, whether it has anything to send and receive yet or not. */
  ready(): void {
    if (this.#closed || this.#used) return;
    this.#stopTimer();
    this.#timer = setTimeout(this.#options.onOrphaned, this.#options.unusedMs);
  }

  close(): void {
    this.#closed = true;
    this.#stopTimer();
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #check(): void {
    if (this.#closed) return;
    const { orphanMs, onChange, onOrphaned } = this.#options;
    if (this.#transports.some(isConnected)) {
      this.#used = true;
      this.#stopTimer();
      if (this.#gone) onChange(false);
      this.#gone = false;
    } else if (!this.#timer) {
      // Connected until now: there was no time running.
      this.#timer = setTimeout(onOrphaned, orphanMs);
      this.#gone = true;
      onChange(true);
    }
  }
}

/** ICE alone is not enough: a browser that goes says so by DTLS, long before ICE notices. */
const isConnected = ({ closed, iceState, dtlsState }: WebRtcTransport): boolean =>
  !closed &&
  (iceState === 'connected' || iceState === 'completed') &&
  dtlsState !== 'closed' &&
  dtlsState !== 'failed';
