import type { Producer, ProducerOptions, Transport } from 'mediasoup-client/types';
import { Check } from 'typebox/schema';
import type { Signal } from '#client/signal/signal.ts';
import { type MediaSource, MediaSourceSchema } from '#protocol/media.ts';

export interface Produced {
  readonly producer: Producer;
  /** At the media node. `producer.id` is known to this browser alone. */
  readonly producerId: string;
}

/** Makes a producer here and on the media node. Rejects with what the server answers; then there is none. */
type Produce = (options: ProducerOptions) => Promise<Produced>;

/**
 * mediasoup-client does one thing after the other on a connection, and is told at once that the media node has the
 * producer: so the next one need not wait for the answer about this one, and a refusal never reaches it. One that is refused while
 * the next is added would be taken out in the midst of that, after which a connection may send nothing any more; so it is closed as
 * any other producer, in its turn.
 */
export function createProduce(transport: Transport, signal: Signal): Produce {
  const answers = new Map<string, Promise<{ readonly producerId: string }>>();
  transport.on('produce', ({ kind, rtpParameters, appData }, callback, errback) => {
    const { source, paused } = appData;
    if (!isMediaSource(source)) {
      errback(new Error('A producer without a source'));
      return;
    }
    const asked = { transportId: transport.id, kind, source, rtpParameters, paused: paused === true };
    const id = crypto.randomUUID();
    const answer = signal.request('groupCall.produce', asked);
    // A failure is handled below, once the producer exists. Until then it must not count as unhandled.
    answer.catch(() => {});
    answers.set(id, answer);
    callback({ id });
  });
  return async (options) => {
    const producer = await transport.produce(options);
    const answer = answers.get(producer.id);
    answers.delete(producer.id);
    try {
      if (!answer) throw new Error('The media node was not asked');
      return { producer, producerId: (await answer).producerId };
    } catch (error) {
      producer.close();
      throw error;
    }
  };
}

const isMediaSource = (value: unknown): value is MediaSource => Check(MediaSourceSchema, value);
