import type { DtlsParameters, Router, WebRtcTransport } from 'mediasoup/types';
import { AppError } from '#protocol/app-error.ts';
import type { TransportOptions } from '#protocol/media.ts';
import type { Measured } from '#protocol/sfu/contract.ts';
import type { MediaWorker } from './media-worker.ts';
import { mediasoupCall } from './mediasoup-call.ts';
import { checkDtlsParameters } from './parameters.ts';
import type { RoomSettings } from './room-settings.ts';

/** A member's two transports: its browser sends over the first and receives over the second. */
export type PeerTransports = readonly [send: PeerTransport, receive: PeerTransport];

export class PeerTransport {
  readonly webRtc: WebRtcTransport;
  /** What the transport has carried, once it is closed; undefined if the worker has died. */
  measured: Promise<Measured | undefined> = Promise.resolve(undefined);
  #connecting = false;

  private constructor(webRtc: WebRtcTransport) {
    this.webRtc = webRtc;
  }

  static async createPair(
    router: Router,
    { webRtcServer }: MediaWorker,
    { iceConsentS, initialOutgoingBitrate, maxIncomingBitrate }: RoomSettings,
  ): Promise<PeerTransports> {
    const create = () =>
      router.createWebRtcTransport({
        webRtcServer,
        preferUdp: true,
        iceConsentTimeout: iceConsentS,
        initialAvailableOutgoingBitrate: initialOutgoingBitrate,
      });
    return await mediasoupCall(async () => {
      const [send, receive] = await Promise.all([create(), create()]);
      await send.setMaxIncomingBitrate(maxIncomingBitrate);
      return [new PeerTransport(send), new PeerTransport(receive)];
    });
  }

  get id(): string {
    return this.webRtc.id;
  }

  get closed(): boolean {
    return this.webRtc.closed;
  }

  /**
   * Calls back when DTLS has ended, and closes the transport. It must not linger: mediasoup's WebRtcServer routes all
   * packets from an address to the first transport that it saw there, so a browser that returns from the same address and
   * port, as it may behind a NAT, would not be reached.
   */
  onEnded(listener: () => void): void {
    this.webRtc.on('dtlsstatechange', (state) => {
      if ((state !== 'closed' && state !== 'failed') || this.closed) return;
      listener();
      this.close();
    });
  }

  async connect(dtlsParameters: DtlsParameters): Promise<void> {
    checkDtlsParameters(dtlsParameters);
    // The fingerprint is set once: replacing it would take over the member.
    if (this.#connecting) throw new AppError('conflict');
    this.#connecting = true;
    try {
      await mediasoupCall(() => this.webRtc.connect({ dtlsParameters }), 'invalid-media-parameters');
    } catch (error) {
      this.#connecting = false;
      throw error;
    }
  }

  async restartIce() {
    return await mediasoupCall(() => this.webRtc.restartIce());
  }

  close(): void {
    if (this.closed) return;
    this.measured = measure(this.webRtc);
    this.webRtc.close();
  }
}

/** What the other end needs to know of a transport. */
export const transportOptions = ({
  id,
  iceParameters,
  iceCandidates,
  dtlsParameters,
}: WebRtcTransport): TransportOptions => ({ id, iceParameters, iceCandidates, dtlsParameters });

/** ICE alone is not enough: a browser that leaves closes DTLS, long before ICE notices. */
export const isConnected = ({ closed, iceState, dtlsState }: WebRtcTransport): boolean =>
  !closed &&
  (iceState === 'connected' || iceState === 'completed') &&
  dtlsState !== 'closed' &&
  dtlsState !== 'failed';

/** Call it before the transport is closed. */
async function measure(transport: WebRtcTransport): Promise<Measured | undefined> {
  const stats = await transport.getStats().catch(() => undefined);
  return (
    stats && {
      bytes: stats.reduce((sum, { bytesReceived, bytesSent }) => sum + bytesReceived + bytesSent, 0),
      addresses: stats.flatMap(({ iceSelectedTuple }) => iceSelectedTuple?.remoteIp ?? []),
    }
  );
}
