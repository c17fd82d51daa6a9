import { sharedAudioContext } from './audio-context.ts';

/** Below it a room is quiet, at 0 dBFS it is as loud as it can be. */
const FLOOR_DB = -60;
const WINDOW_SAMPLES = 1024;

export interface LevelMeter {
  /** 0 (silence) to 1 (as loud as can be), now. */
  read(): number;
  close(): void;
}

/**
 * Reads how loud a track is. The track stays its owner's. A track that the browser does not let anyone listen to, as Firefox one
 * with another sample rate than the page's sound, reads as silence: nothing else depends on a meter.
 */
export function createLevelMeter(track: MediaStreamTrack): LevelMeter {
  try {
    const context = sharedAudioContext();
    return context ? openMeter(context, track) : silentMeter;
  } catch {
    return silentMeter;
  }
}

const silentMeter: LevelMeter = { read: () => 0, close: () => {} };

function openMeter(context: AudioContext, track: MediaStreamTrack): LevelMeter {
  const source = context.createMediaStreamSource(new MediaStream([track]));
  const analyser = context.createAnalyser();
  analyser.fftSize = WINDOW_SAMPLES;
  source.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    read() {
      analyser.getFloatTimeDomainData(samples);
      return levelOf(samples);
    },
    close() {
      source.disconnect();
      analyser.disconnect();
    },
  };
}

/** Root mean square on a decibel scale, as ears hear it. */
export function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const db = 10 * Math.log10(sum / Math.max(1, samples.length));
  return Math.min(1, Math.max(0, (db - FLOOR_DB) / -FLOOR_DB));
}
