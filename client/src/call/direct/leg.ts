import { blockageOf, hasPath } from '#client/call/blockage.ts';
import { withFallback } from '#client/call/codec-fallback.ts';
import { createExperience } from '#client/call/experience.ts';
import { createLinkRecovery, type LinkRecovery, PATIENCE_MS } from '#client/call/link-recovery.ts';
import {
  type LinkQuality,
  type LinkStats,
  type LinkStatsOptions,
  linkOf,
  watchLinkStats,
} from '#client/call/link-stats.ts';
import type { OpenedMedia } from '#client/call/own-media.ts';
import { askAgain } from '#client/call/retry.ts';
import { ClientError } from '#client/client-error.ts';
import { type AudioLine, goodLine, lineAfter } from '#client/media/audio-protection.ts';
import { liveTrack } from '#client/media/local-media.ts';
import { onNetworkChange } from '#client/media/network-change.ts';
import type { ExpectedPictures } from '#client/media/perceived.ts';
import { sharedTracks } from '#client/media/share.ts';
import { onServerBack } from '#client/signal/on-server-back.ts';
import type { SignalState } from '#client/signal/signal.ts';
import type { CallSettings } from '#protocol/call-settings.ts';
import type { PeerMessage, SharedSource } from '#protocol/signal/direct-call.ts';
import { activeCall, type LinkPlan, type PeerMedia } from './call-state.ts';
import type { DirectCallContext } from './context.ts';
import type { PeerLink } from './peer-link.ts';
import type { PeerSource } from './sections.ts';
import { createShares } from './shares.ts';

/**
 * A page that only waits for calls does not load it.
 *
 * Rejects with a ClientError, `chunk-load-failed`.
 */
export const loadPeerLink = () =>
  import('./peer-link.ts').catch((cause: unknown) => {
    throw new ClientError('chunk-load-failed', 'The part that connects two browsers could not be loaded', {
      cause,
    });
  });

/** The last report counts (SPEC.md, D10): a tab that is closed loses at most so much of its numbers. */
const REPORT_INTERVAL_MS = 15_000;

/** ICE finds most paths within a second. */
const TRIED_MS = 8_000;

export interface LegOptions extends LinkPlan {
  readonly iceTransportPolicy: RTCIceTransportPolicy;
  /** Through a relay that is reached over TCP alone. */
  readonly tcpOnly: boolean;
  /** The path drops large packets over UDP. */
  readonly onHandshakeStuck: () => void;
  /** Null: the call was given up before its media was there. */
  readonly media: Promise<OpenedMedia | null>;
  /** The server does not let this be shared, or no longer. */
  readonly onShareRefused: (source: SharedSource) => void;
}

/** One peer-to-peer connection of a call with all that watches over it. */
export interface Leg {
  /** It has offered something that the other side has not answered yet. */
  readonly awaitsAnswer: boolean;
  receive(message: PeerMessage): void;
  /** One's own media has changed, or what the customer lets one do of it: until that is known, no camera is sent. */
  followLocal(): void;
  /** The other side shows something, and may. */
  shared(source: SharedSource, on: boolean, hasPicture: boolean): void;
  applySettings(settings: CallSettings): void;
  /** Says to the other side that its media comes from the media node now. */
  saySwitched(): void;
  /** Says again what the other side may have missed while the server was away. */
  sayAgain(): void;
  close(): void;
}

/** The server has ended the session by now, and told the other side. */
const isOver = (state: SignalState): boolean =>
  state.phase === 'lost' && state.resumableUntil !== null && Date.now() > state.resumableUntil;

export function openLeg(context: DirectCallContext, options: LegOptions): Leg {
  const { signal, get, update, dispatch, log } = context;
  const { callId, role, ice } = options;
  const number = options.leg > 0 ? { leg: options.leg } : {};
  const openedAt = performance.now();
  const experience = createExperience();
  let closed = false;
  let link: PeerLink | null = null;
  let stats: LinkStats | null = null;
  let lastReport = Date.now();
  let saidMedia = '';
  /** To the other side. */
  let line: AudioLine = goodLine;
  /** Messages that come while the settings are still being loaded. */
  const early: PeerMessage[] = [];

  /** What the server has not passed on, the oldest first. What is newer waits behind it. */
  const unsent: PeerMessage[] = [];
  /** The last of each kind, which takes the place of those before; candidates all count. */
  const last = new Map<string, PeerMessage>();
  const kindOf = (message: PeerMessage) => (message.kind === 'description' ? message.type : message.kind);
  const pass = (message: PeerMessage) => signal.request('directCall.signal', { callId, message, ...number });
  const isOpen = () => !closed;
  const send = (message: PeerMessage) => {
    last.set(kindOf(message), message);
    if (unsent.length > 0) unsent.push(message);
    else
      pass(message).catch(() => {
        if (unsent.push(message) === 1) void sendRest();
      });
  };
  async function sendRest(): Promise<void> {
    for (let next = unsent[0]; next && !closed; unsent.shift(), next = unsent[0]) {
      const message = next;
      if (message.kind !== 'candidate' && last.get(kindOf(message)) !== message) continue;
      try {
        await askAgain(() => pass(message), { isWanted: isOpen });
      } catch (error) {
        log('A message did not reach the other side', error);
      }
    }
  }

  /** Until then someone who manages one of the two looks at how well the call goes. */
  let askedUntil = 0;
  const stopHearing = signal.on('directCall.qualityAsked', (asked) => {
    if (asked.callId === callId) askedUntil = Date.now() + asked.forMs;
  });

  const report = (quality: LinkQuality) => {
    const { relayed, bytesSent, bytesReceived } = quality.stats;
    if (relayed === null) return;
    lastReport = Date.now();
    const measured = experience.get();
    signal
      .request('directCall.report', {
        callId,
        relayed,
        bytesSent,
        bytesReceived,
        ...number,
        link: linkOf(quality),
        ...(measured && { experience: measured }),
      })
      .catch((error: unknown) => log('The report was refused', error));
  };

  const recovery: LinkRecovery = createLinkRecovery({
    // The impolite side goes first, so that two restarts rarely cross.
    patienceMs: role === 'impolite' ? PATIENCE_MS : 2 * PATIENCE_MS,
    restart: () => link?.restartIce(),
    checkServer: signal.check,
    onUp: () => {
      if (closed) return;
      update({ blockage: null });
      dispatch({ type: 'linkUp', callId, at: Date.now() });
    },
    onLost: () => {
      if (!closed) dispatch({ type: 'linkLost', callId });
    },
    onFailed: () => {
      if (!closed) dispatch({ type: 'linkFailed', callId });
    },
    onStuck: () => void lookAtBlockage(),
    // Someone whose server is gone has more time to come back than a link to come up.
    canSignal: () => signal.state.phase === 'open' && activeCall(get().state)?.peerAway !== true,
    isOver: () => isOver(signal.state),
  });
  // A call that was accepted is expected to connect, even if the other side never says a word.
  recovery.see('connecting');
  const stopWatching = [
    onNetworkChange(() => recovery.networkChanged()),
    onServerBack(signal, () => recovery.serverIsBack()),
  ];

  const shares = createShares({
    announce: (source, on, video) =>
      askAgain(
        () => signal.request('directCall.share', { callId, source, on, ...(video && { trackId: video.id }) }),
        { isWanted: isOpen },
      ),
    setTrack: (source, track) => link?.setTrack(source, track),
    onRefused: options.onShareRefused,
    log,
  });

  function followLocal(): void {
    const { local, offered } = get();
    if (!link || !local) return;
    const mayShowCamera = offered?.shareCamera === true;
    link.setTrack('microphone', liveTrack(local.microphone));
    link.setTrack('camera', mayShowCamera ? liveTrack(local.camera) : null);
    shares.set('screen', sharedTracks(local.screen));
    shares.set('playback', sharedTracks(local.playback));
    const media: PeerMedia = {
      microphone: local.microphone.status === 'live' && !local.muted,
      camera: mayShowCamera && (local.camera.status === 'live' || local.camera.status === 'starting'),
      screen: local.screen.status === 'live',
    };
    const text = JSON.stringify(media);
    if (text === saidMedia) return;
    saidMedia = text;
    send({ kind: 'state', ...media });
  }

  async function lookAtBlockage(): Promise<void> {
    // It may be closed meanwhile.
    const report = await link?.getStats().catch(() => null);
    if (!report || !link || closed || link.isUp) return;
    update({ blockage: blockageOf(ice.iceServers, report, link.relayRefused) });
    // Where the two have not heard of each other for long, it is not the path.
    const { describedAt } = link;
    const isTried = describedAt !== null && performance.now() - describedAt >= TRIED_MS;
    if (isTried && unsent.length === 0 && !hasPath(report)) dispatch({ type: 'linkBlocked', callId });
  }

  async function open(): Promise<void> {
    // While it rings the settings are still on their way, so this costs no time.
    const [media, { createPeerLink }] = await Promise.all([options.media, loadPeerLink()]);
    if (!media || closed) return;
    const opened = createPeerLink({
      role,
      ice,
      iceTransportPolicy: options.iceTransportPolicy,
      tcpOnly: options.tcpOnly,
      onHandshakeStuck: options.onHandshakeStuck,
      settings: media.settings,
      send,
      refreshIce: () => signal.request('directCall.refreshIce', { callId }),
      onState: (state) => recovery.see(state),
      onTrack: receiveTrack,
      onCodecFallback: (fallback) => update({ codecFallbacks: withFallback(get().codecFallbacks, fallback) }),
      onError: (what, error) => log(`Negotiation: ${what} failed`, error),
    });
    link = opened;
    followLocal();
    for (const message of early.splice(0)) opened.receive(message);
    // Later ones connect again what has been set up.
    if (options.leg === 0) void experience.awaitMedia(openedAt, () => opened.getStats());
    const onReading: LinkStatsOptions['onReading'] = (quality, audio) => {
      if (closed) return;
      line = lineAfter(line, audio.sent, performance.now(), quality.full);
      opened.setLossy(line.lossy);
      experience.add(quality);
      update({ quality });
      const now = Date.now();
      if (now < askedUntil || now - lastReport >= REPORT_INTERVAL_MS) report(quality);
    };
    const camera = () => {
      const { local } = get();
      return local && liveTrack(local.camera);
    };
    stats = watchLinkStats({ connections: [opened], pictures: expectedPictures, camera, onReading });
  }

  /** What the other side says to send; it does not say how many frames. */
  function expectedPictures(): ExpectedPictures {
    const call = activeCall(get().state);
    if (!call || call.peerAway) return new Map();
    const { camera } = call.peerMedia;
    return new Map(
      ([camera && 'camera', shown.screen && 'screen', shown.playback && 'playback'] as const).flatMap(
        (source) => {
          const track = source && received[source];
          return track ? [[track.id, { kind: source === 'camera' ? 'camera' : 'share', sentFps: null }]] : [];
        },
      ),
    );
  }

  const received: Partial<Record<PeerSource, MediaStreamTrack>> = {};
  const shown: Record<SharedSource, { readonly hasPicture: boolean } | null> = {
    screen: null,
    playback: null,
  };
  function receiveTrack(source: PeerSource, track: MediaStreamTrack): void {
    received[source] = track;
    updateRemote();
  }

  function updateRemote(): void {
    if (closed) return;
    const shared = (source: SharedSource) =>
      shown[source] && {
        // The section's track is always there; where only sound is shared it never has a picture.
        video: shown[source].hasPicture ? (received[source] ?? null) : null,
        audio: received[`${source}-audio`] ?? null,
      };
    update({
      remote: {
        audio: received.microphone ?? null,
        video: received.camera ?? null,
        screen: shared('screen'),
        playback: shared('playback'),
      },
    });
  }

  open().catch((error: unknown) => {
    log('The link could not be opened', error);
    if (!closed) dispatch({ type: 'linkFailed', callId });
  });

  return {
    get awaitsAnswer() {
      return link?.awaitsAnswer ?? false;
    },
    receive(message) {
      if (link) link.receive(message);
      else early.push(message);
    },
    followLocal,
    shared(source, on, hasPicture) {
      shown[source] = on ? { hasPicture } : null;
      updateRemote();
    },
    applySettings(settings) {
      update({ codecFallbacks: [] });
      link?.applySettings(settings);
    },
    saySwitched: () => send({ kind: 'switched' }),
    sayAgain() {
      saidMedia = '';
      shares.sayAgain();
      followLocal();
    },
    close() {
      if (closed) return;
      closed = true;
      stopHearing();
      recovery.close();
      for (const stop of stopWatching) stop();
      stats?.close();
      const closing = link;
      // The last reading needs the connection: it is closed after it, a moment later.
      void stats?.read().then((reading) => {
        if (reading) {
          experience.add(reading);
          report(reading);
        }
        closing?.close();
      });
      if (!stats) closing?.close();
    },
  };
}
