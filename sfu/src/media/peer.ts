import type { RtpCapabilities, WebRtcTransport } from 'mediasoup/types';
import { AppError } from '#protocol/app-error.ts';
import { type BitRates, inKbps } from '#protocol/bit-rates.ts';
import { isSameLink } from '#protocol/call-quality.ts';
import type { GuestLinkId, MemberId } from '#protocol/ids.ts';
import type { TransportOptions } from '#protocol/media.ts';
import type { Party } from '#protocol/party.ts';
import type { Measured, RoomNotice, SfuPayload } from '#protocol/sfu/contract.ts';
import type { Link, Member } from '#protocol/signal/group-call.ts';
import { OrphanWatch } from './orphan-watch.ts';
import { PeerConsumers } from './peer-consumers.ts';
import { PeerProducers, producerInfo } from './peer-producers.ts';
import { type PeerTransport, type PeerTransports, transportOptions } from './peer-transport.ts';
import { Quality } from './quality.ts';
import type { RoomSettings } from './room-settings.ts';

export interface PeerOptions {
  readonly transports: PeerTransports;
  readonly settings: RoomSettings;
  /** Notifies this member. */
  readonly notify: (notice: RoomNotice) => void;
  readonly onQuality: (score: number) => void;
  readonly onLink: (link: Link) => void;
  /** The browser has ended its sending transport: its producers must be closed. */
  readonly onSendingEnded: () => void;
  readonly onOrphaned: () => void;
  readonly activeSpeaker: () => MemberId | null;
}

/** Minimum time between two notices about a member's connection, however often its browser reports it. */
const LINK_INTERVAL_MS = 1_000;

/** One member's end of the room's media: its two transports and what runs over them. It knows no other peer. */
export class Peer {
  readonly memberId: MemberId;
  readonly party: Party;
  readonly owner: boolean;
  /** Of a guest. */
  readonly guestLinkId: GuestLinkId | undefined;
  /** Under which id the server that speaks for it has had it join. */
  claim: MemberId;
  readonly producers: PeerProducers;
  readonly consumers: PeerConsumers;
  /** Its socket is lost, and its session waits for a new one. */
  away = false;
  /** ISO 8601; null: the hand is down. */
  handRaisedAt: string | null = null;
  /** The member's browser reports that it records the call. */
  recording = false;
  readonly #options: PeerOptions;
  readonly #quality: Quality;
  readonly #orphanWatch: OrphanWatch;
  #link: Link | null = null;
  #linkTimer: NodeJS.Timeout | undefined;

  constructor({ memberId, party, owner, guest }: SfuPayload<'room.join'>, options: PeerOptions) {
    const [send, receive] = options.transports;
    this.memberId = memberId;
    this.claim = memberId;
    this.party = party;
    this.owner = owner;
    this.guestLinkId = guest?.linkId;
    this.#options = options;
    this.#quality = new Quality(options.onQuality);
    this.producers = new PeerProducers(send, this.#quality);
    this.consumers = new PeerConsumers({
      transport: receive,
      notify: options.notify,
      idleConsumerMs: options.settings.idleConsumerMs,
      activeSpeaker: options.activeSpeaker,
    });
    this.#orphanWatch = new OrphanWatch(this.transports, {
      ...options.settings,
      onChange: (gone) => this.#quality.setGone(gone),
      onOrphaned: options.onOrphaned,
    });
    send.onEnded(options.onSendingEnded);
    receive.onEnded(() => this.consumers.clear());
  }

  get info(): Member {
    const { memberId, party, owner, away, handRaisedAt, recording } = this;
    const producers = this.producers.all.map(producerInfo);
    return { memberId, party, owner, away, handRaisedAt, recording, link: this.#link, producers };
  }

  get transportOptions(): { sendTransport: TransportOptions; receiveTransport: TransportOptions } {
    const [send, receive] = this.#options.transports;
    return {
      sendTransport: transportOptions(send.webRtc),
      receiveTransport: transportOptions(receive.webRtc),
    };
  }

  get transports(): readonly WebRtcTransport[] {
    return this.#options.transports.map(({ webRtc }) => webRtc);
  }

  /** @throws `media-object-not-found` for another member's, and once it is closed */
  transport(transportId: string): PeerTransport {
    const transport = this.#options.transports.find(({ id }) => id === transportId);
    if (!transport || transport.closed) throw new AppError('media-object-not-found');
    return transport;
  }

  /** How well its media arrives, 0 to 10; null before anything has. */
  get quality(): number | null {
    return this.#quality.current;
  }

  /** What its transports carry now, to two digits; null where nothing can be measured. */
  async bitRates(): Promise<BitRates | null> {
    const [send, receive] = await Promise.all(
      this.#options.transports.map(({ webRtc }) => webRtc.getStats().catch(() => undefined)),
    );
    const [sent] = send ?? [];
    const [received] = receive ?? [];
    return sent && received ? { up: inKbps(sent.recvBitrate), down: inKbps(received.sendBitrate) } : null;
  }

  setLink(link: Link): void {
    if (isSameLink(this.#link, link)) return;
    this.#link = link;
    this.#linkTimer ??= setTimeout(() => {
      this.#linkTimer = undefined;
      if (this.#link) this.#options.onLink(this.#link);
    }, LINK_INTERVAL_MS);
  }

  /** False where it was ready before. */
  ready(capabilities: RtpCapabilities): boolean {
    if (!this.consumers.ready(capabilities)) return false;
    this.#orphanWatch.ready();
    return true;
  }

  /** What its transports have carried, once it is closed; undefined where nothing was measured at all. */
  async measured(): Promise<Measured | undefined> {
    const measured = await Promise.all(this.#options.transports.map((transport) => transport.measured));
    const known = measured.filter((one) => one !== undefined);
    if (known.length === 0) return undefined;
    return {
      bytes: known.reduce((sum, { bytes }) => sum + bytes, 0),
      addresses: [...new Set(known.flatMap(({ addresses }) => addresses))],
    };
  }

  /** Closes everything that runs over its transports. Sends no notice: the member is no longer there to receive it. */
  close(): void {
    clearTimeout(this.#linkTimer);
    this.#orphanWatch.close();
    this.#quality.close();
    this.consumers.clear();
    for (const transport of this.#options.transports) transport.close();
  }
}
