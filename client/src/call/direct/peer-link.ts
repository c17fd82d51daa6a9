import type { MediaSettings } from '#client/media/media-settings.ts';
import type { IceConfiguration } from '#protocol/party.ts';
import type { PeerMessage } from '#protocol/signal/direct-call.ts';
import { applyCodecPreference, type CodecFallback, capBandwidth } from './codecs.ts';
import type { Role } from './machine.ts';

export interface PeerLinkOptions {
  readonly role: Role;
  readonly ice: IceConfiguration;
  readonly iceTransportPolicy: RTCIceTransportPolicy;
  readonly settings: MediaSettings;
  /** In order, and surely: a message that did not arrive would end the negotiation. */
  readonly send: (message: PeerMessage) => void;
  /** Fresh ICE servers, once the credentials of the last ones have expired. */
  readonly refreshIce: () => Promise<IceConfiguration>;
  readonly onState: (state: RTCPeerConnectionState) => void;
  readonly onTrack: (track: MediaStreamTrack) => void;
  readonly onCodecFallback: (fallback: CodecFallback) => void;
  readonly onError: (what: string, error: unknown) => void;
}

export interface PeerLink {
  /** What the other side has sent, in the order in which it came. */
  receive(message: PeerMessage): void;
  /** Sends another track from now on, or none; needs no negotiation. */
  setTrack(source: Source, track: MediaStreamTrack | null): void;
  restartIce(): void;
  getStats(): Promise<RTCStatsReport>;
  close(): void;
}

type Source = 'microphone' | 'camera';
const sources = { audio: 'microphone', video: 'camera' } as const;

/** Credentials are taken for expired so long before they are: an ICE restart takes its time. */
const EXPIRY_MARGIN_MS = 30_000;

/**
 * The peer-to-peer connection of one call: perfect negotiation (W3C WebRTC 1.0, 10.7). The impolite side opens one section
 * for audio and one for video, the polite side answers in the same two; after that either side may negotiate.
 */
export function createPeerLink(options: PeerLinkOptions): PeerLink {
  const { role, settings } = options;
  const connection = new RTCPeerConnection({
    iceServers: options.ice.iceServers,
    iceTransportPolicy: options.iceTransportPolicy,
    bundlePolicy: 'max-bundle',
  });
  /** One stream for both tracks: the other side plays them in step. */
  const stream = new MediaStream();
  const tracks: Record<Source, MediaStreamTrack | null> = { microphone: null, camera: null };
  const senders: Partial<Record<Source, RTCRtpSender>> = {};

  let makingOffer = false;
  let ignoringOffer = false;
  let closed = false;
  /** Candidates that came before the description that they belong to. */
  let earlyCandidates: RTCIceCandidateInit[] = [];
  let expiresAt = expiryOf(options.ice);
  /** Messages are worked off one after the other: a candidate must not overtake its description. */
  let working: Promise<void> = Promise.resolve();

  const guard = async (what: string, work: () => Promise<void>) => {
    try {
      if (!closed) await work();
    } catch (error) {
      // Closing fails whatever was still under way.
      if (!closed) options.onError(what, error);
    }
  };

  function adopt(transceiver: RTCRtpTransceiver, kind: 'audio' | 'video'): void {
    const source = sources[kind];
    if (senders[source]) return;
    senders[source] = transceiver.sender;
    transceiver.direction = 'sendrecv';
    transceiver.sender.setStreams(stream);
    const fallback = applyCodecPreference(transceiver, kind, settings);
    if (fallback) options.onCodecFallback(fallback);
    void guard('replaceTrack', () => transceiver.sender.replaceTrack(tracks[source]));
  }

  async function describe(): Promise<void> {
    await connection.setLocalDescription();
    const description = connection.localDescription;
    if (!description) return;
    const { type, sdp } = description;
    if (type === 'offer' || type === 'answer') options.send({ kind: 'description', type, sdp });
    if (type === 'answer') await capAll();
  }

  /** Once both descriptions stand, the browser takes the limits of the settings. */
  async function capAll(): Promise<void> {
    if (senders.microphone) await capBandwidth(senders.microphone, settings.audioBandwidth);
    if (senders.camera) await capBandwidth(senders.camera, settings.videoBandwidth);
  }

  connection.onnegotiationneeded = () =>
    void guard('offer', async () => {
      try {
        makingOffer = true;
        await describe();
      } finally {
        makingOffer = false;
      }
    });
  connection.onicecandidate = ({ candidate }) => {
    options.send({ kind: 'candidate', candidate: candidate && candidateOf(candidate) });
  };
  connection.onconnectionstatechange = () => options.onState(connection.connectionState);
  connection.ontrack = ({ track }) => options.onTrack(track);

  async function receiveDescription(type: 'offer' | 'answer', sdp: string): Promise<void> {
    const collision = type === 'offer' && (makingOffer || connection.signalingState !== 'stable');
    ignoringOffer = role === 'impolite' && collision;
    if (ignoringOffer) return;
    // The polite side's own offer, if there is one, is rolled back by this.
    await connection.setRemoteDescription({ type, sdp });
    const candidates = earlyCandidates;
    earlyCandidates = [];
    for (const candidate of candidates) await connection.addIceCandidate(candidate);
    if (type === 'answer') {
      await capAll();
      return;
    }
    for (const transceiver of connection.getTransceivers()) {
      const { kind } = transceiver.receiver.track;
      if (kind === 'audio' || kind === 'video') adopt(transceiver, kind);
    }
    await describe();
  }

  async function receiveCandidate(candidate: RTCIceCandidateInit | null): Promise<void> {
    // The end of candidates is known from the description's own state; browsers disagree on how to be told.
    if (!candidate) return;
    if (!connection.remoteDescription) {
      earlyCandidates.push(candidate);
      return;
    }
    try {
      await connection.addIceCandidate(candidate);
    } catch (error) {
      // Candidates of an offer that was ignored belong to nothing.
      if (!ignoringOffer) throw error;
    }
  }

  async function renewIce(): Promise<void> {
    if (expiresAt !== null && Date.now() >= expiresAt - EXPIRY_MARGIN_MS) {
      const ice = await options.refreshIce();
      if (closed) return;
      expiresAt = expiryOf(ice);
      connection.setConfiguration({ ...connection.getConfiguration(), iceServers: ice.iceServers });
    }
    connection.restartIce();
  }

  if (role === 'impolite') {
    for (const kind of ['audio', 'video'] as const) {
      adopt(connection.addTransceiver(kind, { direction: 'sendrecv' }), kind);
    }
  }

  return {
    receive(message) {
      working = working.then(() =>
        guard(message.kind, async () => {
          if (message.kind === 'candidate') await receiveCandidate(message.candidate);
          else if (message.kind === 'description' && message.type !== 'rollback')
            await receiveDescription(message.type, message.sdp);
        }),
      );
    },
    setTrack(source, track) {
      tracks[source] = track;
      const sender = senders[source];
      if (sender) void guard('replaceTrack', () => sender.replaceTrack(track));
    },
    restartIce: () => void guard('restartIce', renewIce),
    getStats: () => connection.getStats(),
    close() {
      closed = true;
      connection.onnegotiationneeded = null;
      connection.onicecandidate = null;
      connection.onconnectionstatechange = null;
      connection.ontrack = null;
      connection.close();
    },
  };
}

const expiryOf = (ice: IceConfiguration): number | null =>
  ice.expiresInMs === null ? null : Date.now() + ice.expiresInMs;

const candidateOf = ({ candidate, sdpMid, sdpMLineIndex, usernameFragment }: RTCIceCandidate) => ({
  candidate,
  sdpMid,
  sdpMLineIndex,
  usernameFragment,
});
