/** A track as a browser makes it, as far as a call looks at one. */
class Track extends EventTarget {
  readonly id = crypto.randomUUID();
  readonly kind: 'audio' | 'video';
  readonly label: string;
  enabled = true;
  muted = false;
  readyState: 'live' | 'ended' = 'live';
  contentHint = '';

  constructor(kind: 'audio' | 'video') {
    super();
    this.kind = kind;
    this.label = `Label of ${kind}`;
  }
  getSettings() {
    return { deviceId: this.kind };
  }
  stop() {
    this.readyState = 'ended';
  }
}

const streamOf = (tracks: readonly Track[]) => ({
  getTracks: () => tracks,
  getAudioTracks: () => tracks.filter(({ kind }) => kind === 'audio'),
  getVideoTracks: () => tracks.filter(({ kind }) => kind === 'video'),
});

/** A machine with a microphone, a camera and a screen with sound, all of which may be used: `navigator.mediaDevices`. */
export class FakeDevices extends EventTarget {
  /** Everything that was got, the oldest first. */
  readonly tracks: Track[] = [];

  #open(kinds: readonly ('audio' | 'video')[]) {
    const tracks = kinds.map((kind) => new Track(kind));
    this.tracks.push(...tracks);
    return Promise.resolve(streamOf(tracks));
  }
  getUserMedia(wanted: MediaStreamConstraints) {
    return this.#open([
      ...(wanted.audio ? (['audio'] as const) : []),
      ...(wanted.video ? (['video'] as const) : []),
    ]);
  }
  getDisplayMedia() {
    return this.#open(['video', 'audio']);
  }
  enumerateDevices() {
    return Promise.resolve([]);
  }
}
