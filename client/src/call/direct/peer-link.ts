import { UNAUTHORIZED } from '#client/call/blockage.ts';
import type { CodecFallback } from '#client/call/codec-fallback.ts';
import { overTcp, watchHandshake } from '#client/call/large-packets.ts';
import type { CallSettings } from '#protocol/call-settings.ts';
import type { IceConfiguration } from '#protocol/party.ts';
import type { PeerMessage } from '#protocol/signal/direct-call.ts';
import type { Role } from './call-state.ts';
import { applyCodecPreference, lackedByOther, limitSender } from './codecs.ts';
import { askForStereo, bandwidthOf, type PeerSource, type Section, sections } from './sections.ts';

export interface PeerLinkOptions {
  readonly role: Role;
  readonly ice: IceConfiguration;
  readonly iceTransportPolicy: RTCIceTransportPolicy;
  /** Through a relay that is reached over TCP alone. */
  readonly tcpOnly: boolean;
  /** The path drops large packets over UDP. */
  readonly onHandshakeStuck: () => void;
  readonly settings: CallSettings;
  /** In order, and surely: a message that did not arrive would end the negotiation. */
  readonly send: (message: PeerMessage) => void;
  /** Fresh ICE servers, once the credentials of the last ones have expired. */
  readonly refreshIce: () => Promise<IceConfiguration>;
  readonly onState: (state: RTCPeerConnectionState) => void;
  readonly onTrack: (source: PeerSource, track: MediaStreamTrack) => void;
  readonly onCodecFallback: (fallback: CodecFallback) => void;
  readonly onError: (what: string, error: unknown) => void;
}

export interface PeerLink {
  /** An offer of this side is not answered yet. */
  readonly awaitsAnswer: boolean;
  readonly isUp: boolean;
  /** A relay has refused the credentials. */
  readonly relayRefused: boolean;
  /** When the other side's first description came, by `performance.now()`; null before. */
  readonly describedAt: number | null;
  /** What the other side has sent, in the order in which it came. */
  receive(message: PeerMessage): void;
  /** Sends another track from now on, or none; needs no negotiation. */
  setTrack(source: PeerSource, track: MediaStreamTrack | null): void;
  /** Takes effect on what is sent now, without an interruption. */
  applySettings(settings: CallSettings): void;
  /** Whether the other side reports loss of sound: then speech takes more, without a negotiation. */
  setLossy(lossy: boolean): void;
  restartIce(): void;
  getStats(): Promise<RTCStatsReport>;
  close(): void;
}

/** Credentials count as expired this long before they are: an ICE restart takes time. */
const EXPIRY_MARGIN_MS = 30_000;

/**
 * The peer-to-peer connection of one call: perfect negotiation (W3C WebRTC 1.0, 10.7). The impolite side opens the
 * sections of `sections.ts`, the polite side answers in the same; after that either side may negotiate.
 */
export function createPeerLink(options: PeerLinkOptions): PeerLink {
  const { role, tcpOnly } = options;
  const serversOf = (ice: IceConfiguration) => (tcpOnly ? overTcp(ice) : ice.iceServers);
  let { settings } = options;
  let lossy = false;
  const connection = new RTCPeerConnection({
    iceServers: serversOf(options.ice),
    iceTransportPolicy: tcpOnly ? 'relay' : options.iceTransportPolicy,
    bundlePolicy: 'max-bundle',
  });
  /** One stream for picture and sound of one thing: the other side plays them in step. */
  const streams = { camera: new MediaStream(), screen: new MediaStream(), playback: new MediaStream() };
  const streamOf = (source: PeerSource): MediaStream => {
    if (source.startsWith('screen')) return streams.screen;
    return source.startsWith('playback') ? streams.playback : streams.camera;
  };
  const tracks: Partial<Record<PeerSource, MediaStreamTrack | null>> = {};
  const transceivers: Partial<Record<PeerSource, RTCRtpTransceiver>> = {};

  /** Codecs that the other side lacks, by kind: each is reported once. */
  const toldLacked: { audio?: string; video?: string } = {};

  let makingOffer = false;
  let offerAgain = false;
  let ignoringOffer = false;
  let closed = false;
  let relayRefused = false;
  let describedAt: number | null = null;
  /** Candidates that came before the description that they belong to. */
  let earlyCandidates: RTCIceCandidateInit[] = [];
  let expiresAt = expiryOf(options.ice);
  /** Messages are worked off one after the other: a candidate must not overtake its description. */
  let working: Promise<void> = Promise.resolve();

  const guard = async (what: string, work: () => Promise<void>) => {
    try {
      if (!closed) await work();
    } catch (error) {
      // Closing fails all work in progress.
      if (!closed) options.onError(what, error);
    }
  };

  function adopt(transceiver: RTCRtpTransceiver, { source, kind }: Section): void {
    if (transceivers[source]) return;
    transceivers[source] = transceiver;
    transceiver.direction = 'sendrecv';
    transceiver.sender.setStreams(streamOf(source));
    if (source === 'microphone' || source === 'camera') preferCodec(transceiver, kind);
    void guard('replaceTrack', () => transceiver.sender.replaceTrack(tracks[source] ?? null));
  }

  function preferCodec(transceiver: RTCRtpTransceiver, kind: 'audio' | 'video'): void {
    const fallback = applyCodecPreference(transceiver, kind, settings);
    if (fallback) options.onCodecFallback(fallback);
  }

  async function describe(): Promise<void> {
    await connection.setLocalDescription();
    const description = connection.localDescription;
    if (!description) return;
    const { type, sdp } = description;
    if (type === 'offer' || type === 'answer') options.send({ kind: 'description', type, sdp });
    if (type === 'answer') await limitAll();
  }

  function tellLacked(sender: RTCRtpSender, kind: 'audio' | 'video', codec: string | null): void {
    const own = RTCRtpSender.getCapabilities(kind)?.codecs ?? [];
    const wanted = lackedByOther(sender.getParameters().codecs, own, codec);
    if (wanted === null || toldLacked[kind] === wanted) return;
    toldLacked[kind] = wanted;
    options.onCodecFallback({ kind, wanted, lackedBy: 'other-side' });
  }

  /**
   * Once both descriptions stand, the browser takes the limits of the settings.
   *
   * @returns whether every codec is in force; else the next description has to say it
   */
  async function limitAll(): Promise<boolean> {
    let inForce = true;
    for (const { source, kind } of sections) {
      const sender = transceivers[source]?.sender;
      if (!sender) continue;
      const chosen = kind === 'audio' ? settings.audioCodec : settings.videoCodec;
      const codec = source === 'microphone' || source === 'camera' ? chosen : null;
      tellLacked(sender, kind, codec);
      const bandwidth = bandwidthOf(source, settings);
      const speech = source === 'microphone';
      const done = await limitSender(sender, { speech, lossy, bandwidth, codec });
      inForce &&= done;
    }
    return inForce;
  }

  function offer(): void {
    void guard('offer', async () => {
      try {
        makingOffer = true;
        await describe();
      } finally {
        makingOffer = false;
      }
    });
  }

  connection.onnegotiationneeded = offer;
  connection.onsignalingstatechange = () => {
    if (!offerAgain || connection.signalingState !== 'stable') return;
    offerAgain = false;
    offer();
  };
  connection.onicecandidate = ({ candidate }) => {
    options.send({ kind: 'candidate', candidate: candidate && candidateOf(candidate) });
  };
  connection.onicecandidateerror = ({ errorCode }) => {
    relayRefused ||= errorCode === UNAUTHORIZED;
  };
  const handshake = watchHandshake(() => connection.getStats(), options.onHandshakeStuck);
  connection.onconnectionstatechange = () => {
    if (!tcpOnly) handshake.see(connection.connectionState);
    options.onState(connection.connectionState);
  };
  connection.ontrack = ({ track, transceiver }) => {
    const section = sections[connection.getTransceivers().indexOf(transceiver)];
    if (section) options.onTrack(section.source, track);
  };

  async function receiveDescription(type: 'offer' | 'answer', sdp: string): Promise<void> {
    const collision = type === 'offer' && (makingOffer || connection.signalingState !== 'stable');
    ignoringOffer = role === 'impolite' && collision;
    if (ignoringOffer) return;
    // The polite side's own offer, if there is one, is rolled back by this.
    await connection.setRemoteDescription({ type, sdp: askForStereo(sdp) });
    describedAt ??= performance.now();
    const candidates = earlyCandidates;
    earlyCandidates = [];
    for (const candidate of candidates) await connection.addIceCandidate(candidate);
    if (type === 'answer') {
      await limitAll();
      return;
    }
    for (const [index, transceiver] of connection.getTransceivers().entries()) {
      const section = sections[index];
      if (section) adopt(transceiver, section);
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
      connection.setConfiguration({ ...connection.getConfiguration(), iceServers: serversOf(ice) });
    }
    connection.restartIce();
  }

  if (role === 'impolite') {
    for (const section of sections) {
      adopt(connection.addTransceiver(section.kind, { direction: 'sendrecv' }), section);
    }
  }

  return {
    get awaitsAnswer() {
      return connection.signalingState === 'have-local-offer';
    },
    get isUp() {
      return connection.connectionState === 'connected';
    },
    get relayRefused() {
      return relayRefused;
    },
    get describedAt() {
      return describedAt;
    },
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
      const sender = transceivers[source]?.sender;
      if (sender) void guard('replaceTrack', () => sender.replaceTrack(track));
    },
    applySettings(next) {
      settings = next;
      delete toldLacked.audio;
      delete toldLacked.video;
      void guard('settings', async () => {
        if (transceivers.microphone) preferCodec(transceivers.microphone, 'audio');
        if (transceivers.camera) preferCodec(transceivers.camera, 'video');
        if (!connection.remoteDescription || (await limitAll())) return;
        if (connection.signalingState === 'stable') offer();
        else offerAgain = true;
      });
    },
    setLossy(next) {
      if (lossy === next) return;
      lossy = next;
      void guard('settings', async () => {
        if (connection.remoteDescription) await limitAll();
      });
    },
    restartIce: () => void guard('restartIce', renewIce),
    getStats: () => connection.getStats(),
    close() {
      closed = true;
      handshake.close();
      connection.onnegotiationneeded = null;
      connection.onsignalingstatechange = null;
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
