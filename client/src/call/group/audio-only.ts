import type { LinkQuality } from '#client/call/link-stats.ts';

/** Whether one takes part by sound alone. `offered`: the line carries too little for the pictures. */
export type AudioOnly = 'no' | 'offered' | 'on';

/** kbit/s received from which sound that is made up is not the fault of pictures beside it. */
const NARROW_KBPS = 300;
/** Share of the sound that is made up, above which speech suffers, and below which it does not (ITU-T G.1010, table I.1: 3 %). */
const SUFFERS_FROM = 0.05;
const SOUNDS_BELOW = 0.02;
/** Readings, of two seconds each, for which that has to last. */
const SUFFERS_AFTER = 3;
const SOUNDS_AFTER = 8;

export interface AudioOnlyOffer {
  readonly state: AudioOnly;
  /** So many pictures are not sent, since the line carries too little. */
  held(count: number): void;
  read(quality: LinkQuality): void;
  /** Returns whether that is a change. */
  set(on: boolean): boolean;
  /** Another connection: nothing is known of it. */
  reset(): void;
}

/** Offers to go on without pictures while the line needs it, and only then. */
export function createAudioOnly(onChange: (state: AudioOnly) => void): AudioOnlyOffer {
  let on = false;
  let heldCount = 0;
  let suffers = false;
  /** Readings in a row that say the opposite of `suffers`. */
  let contrary = 0;
  let shown: AudioOnly = 'no';

  function show(): void {
    const state = on ? 'on' : heldCount > 0 || suffers ? 'offered' : 'no';
    if (state === shown) return;
    shown = state;
    onChange(state);
  }

  return {
    get state() {
      return shown;
    },
    held(count) {
      heldCount = count;
      show();
    },
    read({ perceived: { concealed }, stats: { receivedKbps } }) {
      if (concealed === null) return;
      const isContrary = suffers
        ? concealed < SOUNDS_BELOW
        : concealed >= SUFFERS_FROM && receivedKbps < NARROW_KBPS;
      contrary = isContrary ? contrary + 1 : 0;
      if (contrary < (suffers ? SOUNDS_AFTER : SUFFERS_AFTER)) return;
      suffers = !suffers;
      contrary = 0;
      show();
    },
    set(next) {
      if (on === next) return false;
      on = next;
      suffers = false;
      contrary = 0;
      show();
      return true;
    },
    reset() {
      heldCount = 0;
      suffers = false;
      contrary = 0;
      show();
    },
  };
}
