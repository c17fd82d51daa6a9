import { useCallback, useEffect, useState } from 'react';
import { sharedAudioContext } from '#client/media/audio-context.ts';

/** What stands between a kiosk that was just switched on and one that rings and answers. */
export type StartGate =
  | 'checking'
  /** The browser wants a touch before it lets the page ring, or asks for camera and microphone. */
  | 'needs-touch'
  | 'open'
  /** Camera or microphone are forbidden to the page: no one is seen or heard. */
  | 'blocked';

/** A context that may run does so within this. */
const RESUME_MS = 400;

const mayPlay = async (): Promise<boolean> => {
  const context = sharedAudioContext();
  if (!context) return true;
  if (context.state !== 'running') {
    await Promise.race([
      context.resume().catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, RESUME_MS)),
    ]);
  }
  return sharedAudioContext()?.state === 'running';
};

/** Browsers that cannot be asked (Firefox does not know these names everywhere) are taken to prompt. */
const permissionOf = async (name: 'camera' | 'microphone'): Promise<PermissionState> => {
  try {
    return (await navigator.permissions.query({ name })).state;
  } catch {
    return 'prompt';
  }
};

async function check(): Promise<StartGate> {
  const [playing, camera, microphone] = await Promise.all([
    mayPlay(),
    permissionOf('camera'),
    permissionOf('microphone'),
  ]);
  if (camera === 'denied' || microphone === 'denied') return 'blocked';
  return playing && camera === 'granted' && microphone === 'granted' ? 'open' : 'needs-touch';
}

/** Asks for both once, so that no question stands between a ring and its answer. Either is enough. */
async function askForDevices(): Promise<boolean> {
  const attempts = [{ audio: true, video: true }, { audio: true }, { video: true }];
  for (const constraints of attempts) {
    try {
      const stream = await navigator.mediaDevices.getUserMedia(constraints);
      for (const track of stream.getTracks()) track.stop();
      return true;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotAllowedError') return false;
    }
  }
  // There is neither: a device that only shows and plays.
  return true;
}

/**
 * A kiosk that comes up by itself needs no touch where its browser was started for it (docs/kiosk.md). Where it was not,
 * one touch after power-up opens sound, camera and microphone.
 */
export function useStartGate(): { readonly gate: StartGate; readonly start: () => void } {
  const [gate, setGate] = useState<StartGate>('checking');
  useEffect(() => {
    let ended = false;
    const look = async () => {
      const found = await check();
      if (!ended) setGate((now) => (now === 'checking' || now === 'needs-touch' ? found : now));
    };
    void look();
    // A busy machine starts its sound late: no touch is needed then.
    const context = sharedAudioContext();
    const onSound = () => {
      if (context?.state === 'running') void look();
    };
    context?.addEventListener('statechange', onSound);
    return () => {
      ended = true;
      context?.removeEventListener('statechange', onSound);
    };
  }, []);
  const start = useCallback(() => {
    // Within the touch: the context would not start later.
    void sharedAudioContext()?.resume();
    void askForDevices().then((allowed) => setGate(allowed ? 'open' : 'blocked'));
  }, []);
  return { gate, start };
}
