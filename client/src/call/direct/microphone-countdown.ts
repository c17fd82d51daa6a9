import type { DirectCallContext } from './context.ts';

/** A call ends this long after the microphone could not be obtained (specification M3). */
const MICROPHONE_MISSING_MS = 30_000;

export interface MicrophoneCountdown {
  /** The call has changed, or one's own media. */
  follow(): void;
  close(): void;
}

/** A call without a microphone ends by itself; getting one stops the countdown. */
export function createMicrophoneCountdown(
  { get, update }: Pick<DirectCallContext, 'get' | 'update'>,
  onOver: () => void,
): MicrophoneCountdown {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const stop = () => {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    update({ microphoneDeadline: null });
  };
  return {
    follow() {
      const { state, local } = get();
      const status = local?.microphone.status;
      // In a room one may also be without a microphone.
      const needed = state.name === 'connecting' || state.name === 'connected';
      if (needed && status === 'failed' && timer === null) {
        timer = setTimeout(onOver, MICROPHONE_MISSING_MS);
        update({ microphoneDeadline: Date.now() + MICROPHONE_MISSING_MS });
      } else if (!needed || status === 'live') {
        stop();
      }
    },
    close: stop,
  };
}
