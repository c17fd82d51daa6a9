import { sharedAudioContext } from './audio-context.ts';

/** A note of a melody: when it begins and how long it sounds in seconds, its frequency in Hz. */
interface Note {
  readonly at: number;
  readonly for: number;
  readonly frequency: number;
}

interface Melody {
  readonly notes: readonly Note[];
  /** Seconds after which it begins again. */
  readonly every: number;
  /** 0 to 1. */
  readonly volume: number;
}

/** Someone calls: a rising arpeggio of struck bells (D5 F♯5 A5 D6), twice, then a pause. */
const incoming: Melody = {
  notes: [587.33, 739.99, 880, 1174.66, 880, 1174.66].map((frequency, index) => ({
    at: index * 0.16 + (index > 3 ? 0.14 : 0),
    for: 0.9,
    frequency,
  })),
  every: 2.8,
  volume: 0.22,
};

/** What the caller hears: soft double pulses, which say `it rings` and no more. */
const ringBack: Melody = {
  notes: [
    { at: 0, for: 0.5, frequency: 440 },
    { at: 0.6, for: 0.5, frequency: 440 },
  ],
  every: 3,
  volume: 0.08,
};

const ended: Melody = {
  notes: [
    { at: 0, for: 0.35, frequency: 587.33 },
    { at: 0.14, for: 0.5, frequency: 440 },
  ],
  every: Number.POSITIVE_INFINITY,
  volume: 0.1,
};

const melodies = { incoming, ringBack, ended };
export type Tone = keyof typeof melodies;

/**
 * Plays a tone until it is stopped; `ended` plays once. Silent while the page may not make a sound.
 *
 * @param loudness of the melody's volume, 0 to 1
 * @returns what stops it
 */
export function playTone(tone: Tone, loudness = 1): () => void {
  try {
    const context = sharedAudioContext();
    return context ? playOn(context, tone, loudness) : () => {};
  } catch {
    // Without it a ring is still seen.
    return () => {};
  }
}

function playOn(context: AudioContext, tone: Tone, loudness: number): () => void {
  const melody = melodies[tone];
  const output = context.createGain();
  output.gain.value = melody.volume * loudness;
  output.connect(context.destination);
  let stopped = false;
  const strike = () => {
    // Notes that were due while the page might not make a sound would otherwise all come at once.
    if (stopped || context.state !== 'running') return;
    for (const note of melody.notes) ring(context, output, note);
  };
  strike();
  // Where the page may not make a sound yet: as soon as someone has touched it.
  const onState = () => strike();
  if (context.state !== 'running') context.addEventListener('statechange', onState, { once: true });
  const timer = Number.isFinite(melody.every) ? setInterval(strike, melody.every * 1000) : undefined;
  return () => {
    stopped = true;
    clearInterval(timer);
    context.removeEventListener('statechange', onState);
    output.gain.setTargetAtTime(0, context.currentTime, 0.03);
    setTimeout(() => output.disconnect(), 300);
  };
}

/** A struck bell: the note and a quieter octave, quickly there and slowly gone. */
function ring(context: AudioContext, output: AudioNode, note: Note): void {
  const start = context.currentTime + note.at;
  for (const [partial, loudness] of [
    [1, 1],
    [2, 0.25],
  ] as const) {
    const oscillator = context.createOscillator();
    const envelope = context.createGain();
    oscillator.frequency.value = note.frequency * partial;
    envelope.gain.setValueAtTime(0, start);
    envelope.gain.linearRampToValueAtTime(loudness, start + 0.015);
    envelope.gain.exponentialRampToValueAtTime(0.001, start + note.for);
    oscillator.connect(envelope).connect(output);
    oscillator.start(start);
    oscillator.stop(start + note.for);
  }
}
