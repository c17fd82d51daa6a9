import type { Consumer } from 'mediasoup/types';

/** A key frame that is asked for comes within this time, or is asked for again: each time after twice as long. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 16_000;

/**
 * Sees to it that a consumer of video that is resumed gets a key frame, before which mediasoup forwards nothing. mediasoup asks for one
 * when it is resumed, and once more at most; not at all where it takes the producer's stream for dead just then, as in the first
 * moments of a shared screen of whose many packets most were lost. A browser that has received nothing does not ask either.
 *
 * Ends with the consumer. Rejects where the worker does not answer.
 */
export async function watchKeyFrames(consumer: Consumer): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearTimeout(timer);
  const wait = (pauseMs: number) => {
    stop();
    timer = setTimeout(() => {
      // A worker that has died needs no key frames.
      consumer.requestKeyFrame().catch(() => {});
      wait(Math.min(2 * pauseMs, LONGEST_PAUSE_MS));
    }, pauseMs);
  };
  const { observer } = consumer;
  // Both also where it is the producer that is paused and resumed.
  observer.on('resume', () => wait(FIRST_PAUSE_MS));
  observer.on('pause', stop);
  observer.on('trace', ({ type }) => {
    if (type === 'keyframe') stop();
  });
  observer.on('close', stop);
  await consumer.enableTraceEvent(['keyframe']);
}
