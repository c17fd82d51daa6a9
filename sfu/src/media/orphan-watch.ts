import type { WebRtcTransport } from 'mediasoup/types';
import { isConnected } from './peer-transport.ts';
import type { RoomSettings } from './room-settings.ts';

export interface OrphanWatchOptions extends Pick<RoomSettings, 'orphanMs' | 'unreadyMs' | 'unusedMs'> {
  /** All transports are disconnected, or one of them is connected again. */
  readonly onChange: (gone: boolean) => void;
  readonly onOrphaned: () => void;
}

/**
 * - `unready`: the browser has not reported that it is ready.
 * - `unused`: it is ready and has connected no transport yet, as when its member is alone without camera and microphone.
 * - `connected`: at least one transport is connected.
 * - `gone`: none is any longer.
 */
type Phase = 'unready' | 'unused' | 'connected' | 'gone' | 'closed';

/**
 * Reports a member that has left without a word. Disconnected transports show it soon (`orphanMs`). Transports that were
 * never used prove little: a browser that does not even report ready within `unreadyMs` never will, and after `unusedMs` a
 * ready one is more likely left over from a server that has died.
 */
export class OrphanWatch {
  readonly #transports: readonly WebRtcTransport[];
  readonly #options: OrphanWatchOptions;
  #phase: Phase = 'unready';
  #timer: NodeJS.Timeout | undefined;

  constructor(transports: readonly WebRtcTransport[], options: OrphanWatchOptions) {
    this.#transports = transports;
    this.#options = options;
    this.#enter('unready', options.unreadyMs);
    for (const transport of transports) {
      transport.on('icestatechange', () => this.#check());
      transport.on('dtlsstatechange', () => this.#check());
    }
  }

  ready(): void {
    if (this.#phase === 'unready') this.#enter('unused', this.#options.unusedMs);
  }

  close(): void {
    this.#enter('closed');
  }

  /** @param orphanedAfterMs in which the phase must end */
  #enter(phase: Phase, orphanedAfterMs?: number): void {
    this.#phase = phase;
    clearTimeout(this.#timer);
    if (orphanedAfterMs !== undefined) this.#timer = setTimeout(this.#options.onOrphaned, orphanedAfterMs);
  }

  #check(): void {
    const { orphanMs, onChange } = this.#options;
    const before = this.#phase;
    const connected = this.#transports.some(isConnected);
    if (before === 'closed' || connected === (before === 'connected')) return;
    if (connected) {
      this.#enter('connected');
      if (before === 'gone') onChange(false);
    } else if (before === 'connected') {
      this.#enter('gone', orphanMs);
      onChange(true);
    }
  }
}
