import type { ActiveSpeakerObserver, AudioLevelObserver, Producer, Router } from 'mediasoup/types';
import type { MemberId } from '#protocol/ids.ts';

/** After this much silence no one counts as speaking. Longer than the pauses in a sentence. */
const SILENCE_MS = 2_000;
/** Interval of volume measurements: short, because each is a mean, and a long pause would hide a word. */
const MEASURE_MS = 300;
/** Mean volume from which a member counts as speaking, in dBov (RFC 6464); a microphone in a quiet room is below. */
const HEARD_DBOV = -80;

/**
 * Who speaks. mediasoup determines the dominant speaker and reports changes only, so the last one is remembered through
 * silence and for members who join later. Microphones only: shared playback is not a voice.
 */
export class Speaker {
  readonly #dominance: ActiveSpeakerObserver;
  readonly #levels: AudioLevelObserver;
  readonly #onChange: (memberId: MemberId | null) => void;
  readonly #members = new Map<string, MemberId>();
  #dominant: MemberId | null = null;
  #silent = true;
  #silence: NodeJS.Timeout | undefined;
  #current: MemberId | null = null;

  private constructor(
    dominance: ActiveSpeakerObserver,
    levels: AudioLevelObserver,
    onChange: (memberId: MemberId | null) => void,
  ) {
    this.#dominance = dominance;
    this.#levels = levels;
    this.#onChange = onChange;
    dominance.on('dominantspeaker', ({ producer }) => {
      this.#dominant = this.#members.get(producer.id) ?? null;
      this.#update();
    });
    levels.on('volumes', ([loudest]) => {
      if (loudest) this.#hear(this.#members.get(loudest.producer.id) ?? null);
    });
  }

  static async watch(router: Router, onChange: (memberId: MemberId | null) => void): Promise<Speaker> {
    const [dominance, levels] = await Promise.all([
      router.createActiveSpeakerObserver(),
      router.createAudioLevelObserver({ maxEntries: 1, threshold: HEARD_DBOV, interval: MEASURE_MS }),
    ]);
    return new Speaker(dominance, levels, onChange);
  }

  /** Null: no one is speaking. */
  get current(): MemberId | null {
    return this.#current;
  }

  /** Listens to a microphone until `remove`. */
  async add(memberId: MemberId, producer: Producer): Promise<void> {
    this.#members.set(producer.id, memberId);
    const target = { producerId: producer.id };
    await Promise.all([this.#dominance.addProducer(target), this.#levels.addProducer(target)]);
  }

  /** mediasoup itself takes a closed producer out of its observers. */
  remove(producer: Producer): void {
    const memberId = this.#members.get(producer.id);
    this.#members.delete(producer.id);
    if (memberId === undefined || this.#dominant !== memberId) return;
    this.#dominant = null;
    this.#update();
  }

  close(): void {
    clearTimeout(this.#silence);
  }

  #hear(loudest: MemberId | null): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#silent = true;
      this.#update();
    }, SILENCE_MS);
    this.#silent = false;
    this.#dominant ??= loudest;
    this.#update();
  }

  #update(): void {
    const next = this.#silent ? null : this.#dominant;
    if (next === this.#current) return;
    this.#current = next;
    this.#onChange(next);
  }
}
