import type { Producer, ProducerOptions, Transport } from 'mediasoup-client/types';
import { Check } from 'typebox/schema';
import type { Signal } from '#client/signal/signal.ts';
import { type MediaSource, MediaSourceSchema } from '#protocol/media.ts';

/** Makes a producer here and on the media node. Rejects with what the server answers; then there is none. */
type Produce = (options: ProducerOptions) => Promise<Producer>;

/**
 * Whatever mediasoup-client adds to or takes from a connection waits for what it does before, but for a producer that is
 * refused: that is taken out while the next one is added, after which a connection may send nothing any more. So it never
 * hears of a refusal: what was refused is closed as any other producer, in its turn.
 */
export function createProduce(transport: Transport, signal: Signal): Produce {
  const refusals = new Map<string, unknown>();
  let count = 0;
  transport.on('produce', ({ kind, rtpParameters, appData }, callback, errback) => {
    const { source, paused } = appData;
    if (!isMediaSource(source)) {
      errback(new Error('A producer without a source'));
      return;
    }
    const asked = { transportId: transport.id, kind, source, rtpParameters, paused: paused === true };
    signal.request('groupCall.produce', asked).then(
      ({ producerId }) => callback({ id: producerId }),
      (error: unknown) => {
        count += 1;
        const id = `refused-${count}`;
        refusals.set(id, error);
        callback({ id });
      },
    );
  });
  return async (options) => {
    const producer = await transport.produce(options);
    if (!refusals.has(producer.id)) return producer;
    const error = refusals.get(producer.id);
    refusals.delete(producer.id);
    producer.close();
    throw error;
  };
}

const isMediaSource = (value: unknown): value is MediaSource => Check(MediaSourceSchema, value);
