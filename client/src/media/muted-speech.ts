import { createLevelMeter } from './audio-level.ts';

/** As loud as someone who talks at arm's length (−30 dBFS); a quiet room is far below. */
export const SPEECH_LEVEL = 0.5;
/** Longer than a click, a cough, or something that is put down. */
export const SPEECH_MS = 800;
/** How often the level is read. */
export const SPEECH_READ_MS = 100;
/** A pause between words takes back so much less than what was heard in the same time. */
const PAUSE_WEIGHT = 0.5;

/** Tells speech from a short sound by how long it is loud. */
export function createSpeechWatch(): { hear(level: number): boolean } {
  let speechMs = 0;
  return {
    /** @returns whether someone speaks; to be told the level every `SPEECH_READ_MS` */
    hear(level) {
      speechMs =
        level >= SPEECH_LEVEL
          ? speechMs + SPEECH_READ_MS
          : Math.max(0, speechMs - SPEECH_READ_MS * PAUSE_WEIGHT);
      return speechMs >= SPEECH_MS;
    },
  };
}

/**
 * Hears a muted microphone, which gives its own listeners silence: a copy of its track is not muted, and goes nowhere.
 *
 * @returns what reads the level, 0 to 1, and what ends it
 */
export function listenWhileMuted(track: MediaStreamTrack): ReturnType<typeof createLevelMeter> {
  const copy = track.clone();
  copy.enabled = true;
  const meter = createLevelMeter(copy);
  return {
    read: meter.read,
    close() {
      meter.close();
      copy.stop();
    },
  };
}
