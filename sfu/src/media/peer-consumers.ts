import type { Consumer, RtpCapabilities } from 'mediasoup/types';
import { AppError } from '#protocol/app-error.ts';
import type { MemberId } from '#protocol/ids.ts';
import type { RoomNotice } from '#protocol/sfu/contract.ts';
import { receivedParameters } from './codecs.ts';
import { watchKeyFrames } from './key-frame-watch.ts';
import { mediasoupCall } from './mediasoup-call.ts';
import { checkRtpCapabilities } from './parameters.ts';
import type { SourcedProducer } from './peer-producers.ts';
import type { PeerTransport } from './peer-transport.ts';

/** What a member receives. */
export class PeerConsumers {
  readonly #transport: PeerTransport;
  readonly #notify: (notice: RoomNotice) => void;
  readonly #consumers = new Map<string, Consumer>();
  #capabilities: RtpCapabilities | undefined;

  /** @param notify this member */
  constructor(transport: PeerTransport, notify: (notice: RoomNotice) => void) {
    this.#transport = transport;
    this.#notify = notify;
  }

  get count(): number {
    return this.#consumers.size;
  }

  /** Whether consumers may be opened: the browser has reported its capabilities. */
  get isReady(): boolean {
    return this.#capabilities !== undefined && !this.#transport.closed;
  }

  /** False where it was ready before: the first capabilities stand. */
  ready(capabilities: RtpCapabilities): boolean {
    checkRtpCapabilities(capabilities);
    if (this.#capabilities) return false;
    this.#capabilities = capabilities;
    return true;
  }

  /**
   * Opens a paused consumer of another member's producer and notifies the browser, which resumes it once it can decode
   * (SPEC.md, G5). A browser that lacks the codec gets none.
   */
  async open(owner: MemberId, { producer, source }: SourcedProducer): Promise<void> {
    const rtpCapabilities = this.#capabilities;
    if (!rtpCapabilities || this.#transport.closed) return;
    const consumer = await this.#transport.webRtc.consume({
      producerId: producer.id,
      rtpCapabilities,
      paused: true,
      // Off by default for audio; works where both sides have NACK for Opus.
      enableRtx: true,
    });
    if (consumer.kind === 'video') await watchKeyFrames(consumer);
    // Closed while the worker opened the consumer: the browser does not know it, and gets no notice.
    if (this.#transport.closed || producer.closed) return consumer.close();
    this.#consumers.set(consumer.id, consumer);
    this.#reportLayers(consumer);
    this.#notify({
      notice: 'groupCall.consumerOpened',
      data: {
        consumerId: consumer.id,
        producerId: producer.id,
        memberId: owner,
        kind: consumer.kind,
        source,
        rtpParameters: receivedParameters(consumer.rtpParameters),
        producerPaused: consumer.producerPaused,
      },
    });
  }

  /** Closes what this member receives of a producer that is about to be closed. */
  closeOf(producerId: string): void {
    for (const consumer of this.#consumers.values()) {
      if (consumer.producerId !== producerId) continue;
      this.#consumers.delete(consumer.id);
      consumer.close();
      this.#notify({ notice: 'groupCall.consumerClosed', data: { consumerId: consumer.id } });
    }
  }

  async setPaused(consumerId: string, paused: boolean): Promise<void> {
    const consumer = this.#get(consumerId);
    await mediasoupCall(() => (paused ? consumer.pause() : consumer.resume()));
  }

  async setPreferredLayers(consumerId: string, spatialLayer: number): Promise<void> {
    const consumer = this.#get(consumerId);
    await mediasoupCall(() => consumer.setPreferredLayers({ spatialLayer }));
  }

  /** The transport has ended, and with it what ran over it. */
  clear(): void {
    this.#capabilities = undefined;
    this.#consumers.clear();
  }

  #get(consumerId: string): Consumer {
    const consumer = this.#consumers.get(consumerId);
    if (!consumer) throw new AppError('media-object-not-found');
    return consumer;
  }

  #reportLayers(consumer: Consumer): void {
    let reported: number | null | undefined;
    consumer.on('layerschange', (layers) => {
      const spatialLayer = layers?.spatialLayer ?? null;
      // Temporal layers change all the time; clients do not need to know.
      if (spatialLayer === reported) return;
      reported = spatialLayer;
      this.#notify({
        notice: 'groupCall.consumerLayersChanged',
        data: { consumerId: consumer.id, spatialLayer },
      });
    });
  }
}
