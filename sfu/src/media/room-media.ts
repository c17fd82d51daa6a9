import type { Router } from 'mediasoup/types';
import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { MemberId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import type { SfuPayload } from '#protocol/sfu/contract.ts';
import { mediasoupCall } from './mediasoup-call.ts';
import type { Peer } from './peer.ts';
import { producerInfo, type SourcedProducer } from './peer-producers.ts';
import type { Peers } from './peers.ts';
import { Speaker } from './speaker.ts';

/** `stopped`: on request, or the room is empty. `interrupted`: the room or the disk failed. */
export type StopReason = 'stopped' | 'interrupted';

/** The recorder of a room, as the room sees it. */
export interface RoomRecording {
  /** A member sends a new source. The recorder learns of its end from its consumer. */
  opened(memberId: MemberId, party: Party, sourced: SourcedProducer): void;
  /** The room has closed. */
  closed(reason: StopReason): void;
}

/** What the members of a room send, and where it goes: to the other members, the active speaker, a recording. */
export class RoomMedia {
  readonly router: Router;
  readonly #peers: Peers;
  readonly #log: Logger;
  readonly #speaker: Speaker;
  #recording: RoomRecording | undefined;

  private constructor(router: Router, peers: Peers, log: Logger, speaker: Speaker) {
    this.router = router;
    this.#peers = peers;
    this.#log = log;
    this.#speaker = speaker;
  }

  static async open(router: Router, peers: Peers, log: Logger): Promise<RoomMedia> {
    const speaker = await Speaker.watch(router, (memberId) => {
      peers.notifyAll({ notice: 'groupCall.activeSpeakerChanged', data: { memberId } });
      for (const { consumers } of peers.all) consumers.rank();
    });
    return new RoomMedia(router, peers, log, speaker);
  }

  /** Null: no one is speaking. */
  get activeSpeaker(): MemberId | null {
    return this.#speaker.current;
  }

  /** Opens a consumer of every producer in the room; later producers follow as they open. */
  ready({ memberId, rtpCapabilities }: SfuPayload<'room.ready'>): void {
    const peer = this.#peers.get(memberId);
    if (!peer.ready(rtpCapabilities)) return;
    for (const other of this.#peers.all) {
      if (other === peer) continue;
      for (const sourced of other.producers.all) void this.#consume(peer, other, sourced);
      if (other.quality !== null) {
        this.#peers.notify(memberId, {
          notice: 'groupCall.memberQualityChanged',
          data: { memberId: other.memberId, score: other.quality },
        });
      }
    }
  }

  /**
   * A source has one producer at most: a new one replaces the old one, which closes when every member has a consumer of
   * the new one, so that no member sees a gap.
   */
  async produce(request: SfuPayload<'media.produce'>): Promise<{ producerId: string }> {
    const { memberId, source } = request;
    const peer = this.#peers.get(memberId);
    const old = peer.producers.of(source);
    // A repeated request whose reply was lost: mediasoup refuses a second producer with the same streams.
    if (old && sharesStreams(old.producer.rtpParameters, request.rtpParameters)) this.#close(peer, old);
    const sourced = await peer.producers.open(request);
    // The member has left meanwhile, and its transport has closed the producer.
    if (this.#peers.find(memberId) !== peer) throw new AppError('not-in-room');
    // No await from here to the last consumer: a member that becomes ready meanwhile would get the producer twice.
    peer.producers.add(sourced);
    this.#peers.notifyOthers(memberId, {
      notice: 'groupCall.producerOpened',
      data: { memberId, producer: producerInfo(sourced) },
    });
    const consuming = this.#peers.all.map((other) => other !== peer && this.#consume(other, peer, sourced));
    if (source === 'microphone') this.#listenTo(memberId, sourced);
    // If two requests for one source overlap, the one that finishes last wins.
    const replaced = peer.producers.all.filter((other) => other.source === source && other !== sourced);
    const recording = this.#recording;
    if (replaced.length > 0) await Promise.all(consuming);
    for (const other of replaced) if (!other.producer.closed) this.#close(peer, other);
    // Only now: a file takes one picture at a time. A recording that began meanwhile already has this producer.
    if (this.#recording === recording) recording?.opened(memberId, peer.party, sourced);
    return { producerId: sourced.producer.id };
  }

  async pauseProducer(
    { memberId, producerId }: Omit<SfuPayload<'media.pauseProducer'>, 'roomId'>,
    paused: boolean,
  ): Promise<void> {
    if (!(await this.#peers.get(memberId).producers.setPaused(producerId, paused))) return;
    this.#peers.notifyOthers(memberId, {
      notice: 'groupCall.producerPaused',
      data: { memberId, producerId, paused },
    });
  }

  closeProducer({ memberId, producerId }: SfuPayload<'media.closeProducer'>): void {
    const peer = this.#peers.get(memberId);
    this.#close(peer, peer.producers.get(producerId));
  }

  closeSource({ memberId, source }: SfuPayload<'media.closeSource'>): void {
    const peer = this.#peers.get(memberId);
    for (const sourced of peer.producers.all) if (sourced.source === source) this.#close(peer, sourced);
  }

  closeProducersOf(peer: Peer): void {
    for (const sourced of peer.producers.all) this.#close(peer, sourced);
  }

  /** Passes every producer in the room to the recording, now and later. One at a time; `not-in-room` once closed. */
  async record<Recording extends RoomRecording>(
    start: (router: Router) => Promise<Recording>,
  ): Promise<Recording> {
    if (this.router.closed) throw new AppError('not-in-room');
    const recording = await mediasoupCall(() => start(this.router));
    this.#recording = recording;
    for (const peer of this.#peers.all) {
      for (const sourced of peer.producers.all) recording.opened(peer.memberId, peer.party, sourced);
    }
    return recording;
  }

  stopRecording(recording: RoomRecording): void {
    if (this.#recording === recording) this.#recording = undefined;
  }

  /** @param reason for a recording that runs */
  close(reason: StopReason): void {
    this.#recording?.closed(reason);
    this.#speaker.close();
    this.router.close();
  }

  /** mediasoup emits no events for closures that we request, so consumers are closed here, and then everyone is notified. */
  #close(peer: Peer, { producer }: SourcedProducer): void {
    for (const other of this.#peers.all) other.consumers.closeOf(producer.id);
    this.#speaker.remove(producer);
    peer.producers.close(producer.id);
    this.#peers.notifyOthers(peer.memberId, {
      notice: 'groupCall.producerClosed',
      data: { memberId: peer.memberId, producerId: producer.id },
    });
  }

  #listenTo(memberId: MemberId, { producer }: SourcedProducer): void {
    this.#speaker.add(memberId, producer).catch((err) => {
      if (!producer.closed) this.#log.warn({ err, memberId }, 'microphone could not be observed');
    });
  }

  async #consume(peer: Peer, owner: Peer, sourced: SourcedProducer): Promise<void> {
    if (!peer.consumers.isReady) return;
    await peer.consumers.open(owner.memberId, sourced).catch((err) => {
      // Either end has left meanwhile, or the browser cannot decode it.
      const gone = sourced.producer.closed || !peer.consumers.isReady;
      if (!gone) this.#log.warn({ err, memberId: peer.memberId }, 'consumer could not be opened');
    });
  }
}

interface Streams {
  readonly mid?: string | undefined;
  readonly encodings?: readonly { readonly ssrc?: number | undefined }[] | undefined;
}

const sharesStreams = (one: Streams, other: Streams): boolean =>
  (one.mid !== undefined && one.mid === other.mid) ||
  (one.encodings ?? []).some(
    ({ ssrc }) => ssrc !== undefined && (other.encodings ?? []).some((encoding) => encoding.ssrc === ssrc),
  );
