import { sharedAudioContext } from './audio-context.ts';

/** What can be told of a microphone at one moment. */
export interface MicrophoneReading {
  /** By a clock that is never set. */
  readonly atMs: number;
  /** The system or the browser gives silence in place of its sound (`muted` of W3C Media Capture, 4.3.1). */
  readonly systemMuted: boolean;
  /** Between the highest and the lowest of the last samples, which are from −1 to 1; null: nobody can listen to it. */
  readonly spread: number | null;
}

/**
 * One step of 16 bits. The noise of a real microphone is several steps wide in the quietest room, also after noise suppression;
 * one that is dead or switched off gives zeros, or a constant.
 */
const DEAD_BELOW = 2 ** -15;
/** Headsets need seconds to start; ten seconds after it has died people should know. */
const DEAD_FOR_MS = 6_000;
/** The page was hidden or asleep: nothing is known of what was between. */
const MAX_STEP_MS = 2_000;

/** Tells a dead microphone from a quiet room, by readings of one that is not muted on purpose. */
export function createSilenceWatch(): { hear(reading: MicrophoneReading): boolean } {
  let deadSinceMs: number | null = null;
  let lastMs = 0;
  let dead = false;
  return {
    /** @returns true while the microphone gives no sound */
    hear({ atMs, systemMuted, spread }) {
      const isDead = systemMuted || (spread !== null && spread < DEAD_BELOW);
      if (!isDead) {
        deadSinceMs = null;
        dead = false;
      } else {
        if (deadSinceMs === null || atMs - lastMs > MAX_STEP_MS) deadSinceMs = atMs;
        dead ||= atMs - deadSinceMs >= DEAD_FOR_MS;
      }
      lastMs = atMs;
      return dead;
    },
  };
}

/** How often to read: no longer than the samples that a reading has. */
export const SILENCE_READ_MS = 500;
/** The most that an analyser has: 0.68 s at 48 kHz, so that no short sound falls between two readings. */
const WINDOW_SAMPLES = 32_768;

export interface SilenceMeter {
  read(): MicrophoneReading;
  close(): void;
}

/** Measures the sound of a track. Never stops the track. */
export function createSilenceMeter(track: MediaStreamTrack): SilenceMeter {
  const listener = listenTo(track);
  return {
    read: () => ({
      atMs: performance.now(),
      systemMuted: track.muted,
      spread: listener?.spread() ?? null,
    }),
    close: () => listener?.close(),
  };
}

/** Null where there is no sound of a page to be had, or where the browser does not let anyone listen to the track. */
function listenTo(track: MediaStreamTrack) {
  try {
    const context = sharedAudioContext();
    return context && openListener(context, track);
  } catch {
    return null;
  }
}

function openListener(context: AudioContext, track: MediaStreamTrack) {
  const source = context.createMediaStreamSource(new MediaStream([track]));
  const analyser = context.createAnalyser();
  analyser.fftSize = WINDOW_SAMPLES;
  source.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  let readAt = context.currentTime;
  return {
    /** Null while the context stands, and all that it gives is zeros. */
    spread(): number | null {
      const now = context.currentTime;
      const stands = context.state !== 'running' || now === readAt;
      readAt = now;
      if (stands) return null;
      analyser.getFloatTimeDomainData(samples);
      return spreadOf(samples);
    },
    close() {
      source.disconnect();
      analyser.disconnect();
    },
  };
}

/** Between the highest and the lowest of the samples; a constant has none. */
export function spreadOf(samples: Float32Array): number {
  let lowest = samples[0] ?? 0;
  let highest = lowest;
  for (const sample of samples) {
    if (sample < lowest) lowest = sample;
    else if (sample > highest) highest = sample;
  }
  return highest - lowest;
}
