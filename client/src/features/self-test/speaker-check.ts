import { sharedAudioContext } from '#client/media/audio-context.ts';

/** One that small speakers play and that voices rarely hold. */
const TONE_HZ = 1_318.5;
/** Silence and tone alternate, so that other sounds are not mistaken for the tone. */
const STROKES = [false, true, false, true] as const;
const STROKE_MS = 600;
/** Sound is on its way through both devices for this long before it counts. */
const LATENCY_MS = 200;
/** How much louder the tone is than the noise at its pitch. */
const HEARD_DB = 12;
const READ_MS = 30;

/**
 * Plays a tone twice and listens for it with the microphone, raw: echo cancellation would take out just what is looked for.
 *
 * @returns whether the microphone has heard the speaker; false is inconclusive, as with headphones on
 */
export async function playAndListen(): Promise<boolean> {
  const context = sharedAudioContext();
  if (!context) return false;
  await context.resume();
  const microphone = await rawMicrophone();
  const ear = microphone && listenTo(context, microphone);
  const levels = { silent: [] as number[], sounding: [] as number[] };
  try {
    for (const sounding of STROKES) {
      if (sounding) play(context);
      const heard = await listen(ear?.read ?? (() => 0), STROKE_MS);
      levels[sounding ? 'sounding' : 'silent'].push(median(heard));
    }
    return ear !== null && Math.min(...levels.sounding) - Math.max(...levels.silent) >= HEARD_DB;
  } finally {
    ear?.close();
    for (const track of microphone?.getTracks() ?? []) track.stop();
  }
}

async function rawMicrophone(): Promise<MediaStream | null> {
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    });
  } catch {
    // No microphone: then people have to listen themselves.
    return null;
  }
}

function play(context: AudioContext): void {
  const oscillator = context.createOscillator();
  const envelope = context.createGain();
  const [start, end] = [context.currentTime, context.currentTime + STROKE_MS / 1000];
  oscillator.frequency.value = TONE_HZ;
  envelope.gain.setValueAtTime(0, start);
  envelope.gain.linearRampToValueAtTime(0.25, start + 0.05);
  envelope.gain.setValueAtTime(0.25, end - 0.1);
  envelope.gain.linearRampToValueAtTime(0, end);
  oscillator.connect(envelope).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(end);
}

/** Decibels at the pitch of the tone, now. */
function listenTo(context: AudioContext, stream: MediaStream) {
  const source = context.createMediaStreamSource(stream);
  const analyser = context.createAnalyser();
  analyser.fftSize = 4096;
  analyser.smoothingTimeConstant = 0.1;
  source.connect(analyser);
  const bins = new Float32Array(analyser.frequencyBinCount);
  const bin = Math.round((TONE_HZ * analyser.fftSize) / context.sampleRate);
  return {
    read: () => {
      analyser.getFloatFrequencyData(bins);
      return Math.max(-120, ...bins.slice(bin - 1, bin + 2));
    },
    close: () => {
      source.disconnect();
      analyser.disconnect();
    },
  };
}

/** What is read while a stroke sounds, or does not. */
async function listen(read: () => number, ms: number): Promise<readonly number[]> {
  const begun = performance.now();
  const heard: number[] = [];
  while (performance.now() - begun < ms) {
    await new Promise((resolve) => setTimeout(resolve, READ_MS));
    if (performance.now() - begun > LATENCY_MS) heard.push(read());
  }
  return heard;
}

/** A single knock does not count. */
const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? -120;
