import type { Consumer } from 'mediasoup/types';

/** Time until a key frame is requested again; it doubles with each request. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 16_000;

/**
 * Requests key frames for a resumed video consumer until one comes; mediasoup forwards nothing before. mediasoup itself
 * requests one at the resume and at most one more; none if it takes the producer's stream for dead at that moment, as when
 * most packets at the start of a shared screen are lost. A browser that has received nothing requests none either.
 *
 * Key frames are traced only from a pause to the first one after it: a trace costs the worker and this process more than
 * the packet itself.
 *
 * Ends with the consumer. Rejects where the worker does not answer.
 */
export async function watchKeyFrames(consumer: Consumer): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const wait = (pauseMs: number) => {
    stop();
    timer = setTimeout(() => {
      // A worker that has died needs no key frames.
      consumer.requestKeyFrame().catch(() => {});
      wait(Math.min(2 * pauseMs, LONGEST_PAUSE_MS));
    }, pauseMs);
  };
  // Nor does it trace any.
  const trace = (types: 'keyframe'[]) => void consumer.enableTraceEvent(types).catch(() => {});
  const { observer } = consumer;
  // Both also fire when the producer is paused and resumed.
  observer.on('resume', () => wait(FIRST_PAUSE_MS));
  observer.on('pause', () => {
    stop();
    // Not at the resume: its key frame may pass before the worker has read of it.
    trace(['keyframe']);
  });
  observer.on('trace', ({ type }) => {
    if (type !== 'keyframe' || timer === undefined) return;
    stop();
    trace([]);
  });
  observer.on('close', stop);
  await consumer.enableTraceEvent(['keyframe']);
}
