/*
 * As much of WebRTC as the 1-to-1 calls of the client need, in a process without a browser: two connections stand once
 * each has the other's last description and a candidate of it, as in a browser. Nothing is sent over them.
 */

/** A check from one side to the other and back. */
const CONNECT_MS = 20;
/** How long a connection whose other end is gone takes to notice, and then to give up. */
const NOTICE_MS = 2_000;
const GIVE_UP_MS = 5_000;

class HeadlessTrack extends EventTarget {
  readonly id = crypto.randomUUID();
  readonly label = 'headless';
  readonly muted = false;
  readonly kind: string;
  enabled = true;
  readyState = 'live';

  constructor(kind: string) {
    super();
    this.kind = kind;
  }

  getSettings = () => ({});
  applyConstraints = async () => {};
  stop(): void {
    this.readyState = 'ended';
  }
}

class HeadlessStream {
  readonly #tracks: readonly HeadlessTrack[];

  constructor(tracks: readonly HeadlessTrack[] = []) {
    this.#tracks = tracks;
  }

  getTracks = () => this.#tracks;
  getAudioTracks = () => this.#tracks.filter(({ kind }) => kind === 'audio');
  getVideoTracks = () => this.#tracks.filter(({ kind }) => kind === 'video');
}

class HeadlessTransceiver {
  direction = 'recvonly';
  readonly track: HeadlessTrack;
  readonly sender = {
    setStreams: () => {},
    replaceTrack: async () => {},
    getParameters: () => ({ encodings: [], codecs: [] }),
    setParameters: async () => {},
  };

  constructor(kind: string) {
    this.track = new HeadlessTrack(kind);
  }

  setCodecPreferences = () => {};
}

interface Description {
  readonly type: 'offer' | 'answer';
  readonly sdp: string;
}

type SignalingState = 'stable' | 'have-local-offer' | 'have-remote-offer' | 'closed';
type ConnectionState = 'new' | 'connecting' | 'connected' | 'disconnected' | 'failed' | 'closed';

/** By the names of their descriptions, which change with each restart of ICE. */
const connections = new Map<string, HeadlessConnection>();
const KINDS = ['audio', 'video', 'video', 'audio', 'video', 'audio'];

class HeadlessConnection {
  onnegotiationneeded: (() => void) | null = null;
  onsignalingstatechange: (() => void) | null = null;
  onicecandidate: ((event: { candidate: object | null }) => void) | null = null;
  onconnectionstatechange: (() => void) | null = null;
  ontrack: ((event: { track: HeadlessTrack; transceiver: HeadlessTransceiver }) => void) | null = null;
  signalingState: SignalingState = 'stable';
  connectionState: ConnectionState = 'new';
  localDescription: Description | null = null;
  remoteDescription: Description | null = null;
  readonly #transceivers: HeadlessTransceiver[] = [];
  readonly #configuration: object;
  #name = crypto.randomUUID();
  #restarts = false;
  #heard = new Set<string>();
  #partner: HeadlessConnection | null = null;
  #needsNegotiation = false;

  constructor(configuration: object) {
    this.#configuration = configuration;
    connections.set(this.#name, this);
  }

  getConfiguration = () => this.#configuration;
  setConfiguration = () => {};
  getTransceivers = () => [...this.#transceivers];
  getStats = async () => new Map();

  addTransceiver(kind: string): HeadlessTransceiver {
    const transceiver = new HeadlessTransceiver(kind);
    this.#transceivers.push(transceiver);
    this.#negotiateSoon();
    return transceiver;
  }

  restartIce(): void {
    this.#restarts = true;
    this.#negotiateSoon();
  }

  async setLocalDescription(): Promise<void> {
    this.#requireOpen();
    const type = this.signalingState === 'have-remote-offer' ? 'answer' : 'offer';
    if (this.#restarts) this.#rename();
    this.#needsNegotiation = false;
    this.localDescription = { type, sdp: this.#name };
    this.#enter(type === 'answer' ? 'stable' : 'have-local-offer');
    const candidate = { candidate: this.#name, sdpMid: '0', sdpMLineIndex: 0, usernameFragment: null };
    setTimeout(() => {
      this.onicecandidate?.({ candidate });
      this.onicecandidate?.({ candidate: null });
    }, CONNECT_MS);
    this.#check();
  }

  async setRemoteDescription({ type, sdp }: Description): Promise<void> {
    this.#requireOpen();
    if (type === 'answer' && this.signalingState !== 'have-local-offer')
      throw new DOMException('There is no offer', 'InvalidStateError');
    const isNew = this.remoteDescription?.sdp !== sdp;
    // An answer to another ICE session begins one of its own.
    if (type === 'offer' && this.remoteDescription && isNew) this.#restarts = true;
    this.remoteDescription = { type, sdp };
    if (type === 'offer') {
      for (const kind of KINDS.slice(this.#transceivers.length))
        this.#transceivers.push(new HeadlessTransceiver(kind));
    }
    if (this.connectionState === 'new') this.#become('connecting');
    this.#enter(type === 'answer' ? 'stable' : 'have-remote-offer');
    for (const transceiver of this.#transceivers) this.ontrack?.({ track: transceiver.track, transceiver });
    this.#check();
  }

  async addIceCandidate({ candidate }: { readonly candidate?: string }): Promise<void> {
    this.#requireOpen();
    if (!this.remoteDescription) throw new DOMException('There is no description', 'InvalidStateError');
    if (candidate) this.#heard.add(candidate);
    this.#check();
  }

  close(): void {
    if (this.signalingState === 'closed') return;
    this.signalingState = 'closed';
    this.connectionState = 'closed';
    connections.delete(this.#name);
    this.#partner?.lose(this);
    this.#partner = null;
  }

  /** The other end is closed, or has another partner. */
  lose(partner: HeadlessConnection): void {
    const isLost = () => this.#partner === partner;
    setTimeout(() => {
      if (isLost() && this.connectionState === 'connected') this.#become('disconnected');
    }, NOTICE_MS);
    setTimeout(() => {
      if (isLost() && this.connectionState === 'disconnected') this.#become('failed');
    }, NOTICE_MS + GIVE_UP_MS);
  }

  /** Whether it has that description and can reach what has made it. */
  reaches(name: string): boolean {
    return this.signalingState === 'stable' && this.remoteDescription?.sdp === name && this.#heard.has(name);
  }

  connectTo(partner: HeadlessConnection): void {
    if (this.signalingState === 'closed') return;
    this.#partner = partner;
    if (this.connectionState !== 'connected') this.#become('connected');
  }

  #check(): void {
    const other = this.remoteDescription && connections.get(this.remoteDescription.sdp);
    if (!other || !this.reaches(other.#name) || !other.reaches(this.#name)) return;
    setTimeout(() => {
      if (!this.reaches(other.#name) || !other.reaches(this.#name)) return;
      this.connectTo(other);
      other.connectTo(this);
    }, CONNECT_MS);
  }

  #rename(): void {
    connections.delete(this.#name);
    this.#name = crypto.randomUUID();
    this.#restarts = false;
    connections.set(this.#name, this);
  }

  #negotiateSoon(): void {
    if (this.#needsNegotiation) return;
    this.#needsNegotiation = true;
    queueMicrotask(() => this.#negotiate());
  }

  #negotiate(): void {
    if (this.#needsNegotiation && this.signalingState === 'stable') this.onnegotiationneeded?.();
  }

  #enter(state: SignalingState): void {
    if (this.signalingState === state) return;
    this.signalingState = state;
    this.onsignalingstatechange?.();
    queueMicrotask(() => this.#negotiate());
  }

  #become(state: ConnectionState): void {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }

  #requireOpen(): void {
    if (this.signalingState === 'closed') throw new DOMException('It is closed', 'InvalidStateError');
  }
}

const mediaDevices = Object.assign(new EventTarget(), {
  getUserMedia: async ({ audio, video }: { readonly audio?: unknown; readonly video?: unknown }) =>
    new HeadlessStream([
      ...(audio ? [new HeadlessTrack('audio')] : []),
      ...(video ? [new HeadlessTrack('video')] : []),
    ]),
  enumerateDevices: async () => [],
});

/** Tells of each message in a task of its own, as browsers do: what waits for a reply goes on before the next one comes. */
class TaskWebSocket extends WebSocket {
  override set onmessage(listen: ((event: MessageEvent) => void) | null) {
    const tell = (event: MessageEvent) => {
      setImmediate(() => {
        // Unless it was taken off meanwhile.
        if (super.onmessage === tell) listen?.(event);
      });
    };
    super.onmessage = listen && tell;
  }

  override set onclose(listen: ((event: CloseEvent) => void) | null) {
    const tell = (event: CloseEvent) => {
      setImmediate(() => {
        // Unless it was taken off meanwhile.
        if (super.onclose === tell) listen?.(event);
      });
    };
    super.onclose = listen && tell;
  }
}

/** Gives this process what a browser has; undone when it is disposed. */
export function installHeadlessWebRtc(): Disposable {
  // Without `locks`: many peers share this process, each as a browser of its own.
  const globals = {
    RTCPeerConnection: HeadlessConnection,
    RTCRtpReceiver: { getCapabilities: () => ({ codecs: [] }) },
    MediaStream: HeadlessStream,
    WebSocket: TaskWebSocket,
    navigator: { mediaDevices },
  };
  const before = Object.keys(globals).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  return {
    [Symbol.dispose]() {
      for (const [name, descriptor] of before) {
        if (descriptor) Object.defineProperty(globalThis, name, descriptor);
        else Reflect.deleteProperty(globalThis, name);
      }
    },
  };
}
