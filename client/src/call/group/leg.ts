import type { Transport } from 'mediasoup-client/types';
import { type Blockage, blockageOf, UNAUTHORIZED } from '#client/call/blockage.ts';
import type { ExperienceTally } from '#client/call/experience.ts';
import { overTcp, watchHandshake } from '#client/call/large-packets.ts';
import { createLinkRecovery } from '#client/call/link-recovery.ts';
import { type LinkQuality, type LinkStatsOptions, watchLinkStats } from '#client/call/link-stats.ts';
import { type AudioLine, goodLine, LOSSY_FROM, lineAfter } from '#client/media/audio-protection.ts';
import { onNetworkChange } from '#client/media/network-change.ts';
import type { ExpectedPicture } from '#client/media/perceived.ts';
import { onServerBack } from '#client/signal/on-server-back.ts';
import type { Signal } from '#client/signal/signal.ts';
import { errorCodeOf } from '#protocol/app-error.ts';
import type { MemberId } from '#protocol/ids.ts';
import type { MediaSource, TransportOptions } from '#protocol/media.ts';
import type { IceConfiguration } from '#protocol/party.ts';
import { loadDevice } from './device.ts';
import { createEffort, isForgotten, LATE_MS } from './effort.ts';
import { createJitterTargets } from './jitter-targets.ts';
import { createLinkReport } from './link-report.ts';
import { createNarrowUplink } from './narrow-uplink.ts';
import { createReceiving, type Receiving, type ReceivingOptions } from './receiving.ts';
import type { JoinReply, Resumed } from './room-view.ts';
import { createSending, type Sending, type SendingOptions } from './sending.ts';

export interface LegOptions
  extends Omit<SendingOptions, 'transport' | 'codecs'>,
    Omit<ReceivingOptions, 'transport' | 'isSent'> {
  readonly reply: JoinReply;
  readonly iceTransportPolicy: RTCIceTransportPolicy;
  /** Not over UDP. */
  readonly tcpOnly: boolean;
  /** All transports that are in use are up, for the first time or again. */
  readonly onUp: () => void;
  /** A transport that is in use is down, or has not come up for seconds; it is being restored. */
  readonly onInterrupted: (interrupted: boolean) => void;
  /** Whether a room without media is given up for a new one; not if that was tried before. */
  readonly givesUp: () => boolean;
  readonly onBlocked: (blockage: Blockage) => void;
  /** The path drops large packets over UDP. */
  readonly onHandshakeStuck: () => void;
  /** Between a member and the media node; null: not known. */
  readonly roundTripOf: (memberId: MemberId) => number | null;
  /** Whether a member's line carries no more: it loses what is too much for it. */
  readonly isAnyFull: () => boolean;
  /** What a member says to send of a camera or a share; null: nothing, or it is away. */
  readonly pictureOf: (memberId: MemberId, source: MediaSource) => ExpectedPicture | null;
  /** One's own; null: it is off. */
  readonly camera: () => MediaStreamTrack | null;
  readonly onQuality: (quality: LinkQuality) => void;
  readonly experience: ExperienceTally;
}

/**
 * A media node has a public address, so a transport is up in a second or two, or never: the network blocks it, or this end has
 * got the port of a connection that the node has not missed yet (sfu/src/media/peer-transport.ts). New transports have new ports.
 */
const FIRST_UP_MS = 12_000;
/** A node that does not take a transport is given up sooner than one that does not take a microphone: nothing goes without it. */
const CONNECT_STEPS = 2;

/** This browser's end of one room on the media node: two transports with their producers and consumers. */
export interface Leg {
  readonly sending: Sending;
  readonly receiving: Receiving;
  readonly receiveTransport: Transport;
  /** From now on there is someone to take consumers, which the media node opens. */
  begin(): void;
  /** Another session speaks for it: brings it in line with what the media node has. */
  resume(resumed: Resumed): void;
  /** The room is gone: stops restoring media, and keeps the last pictures. */
  retire(): void;
  close(): void;
}

/** @throws UnsupportedError of mediasoup-client where this browser cannot take part */
export async function openLeg(options: LegOptions): Promise<Leg> {
  const { reply, signal, log, experience } = options;
  const device = await loadDevice(reply.routerRtpCapabilities);
  const { tcpOnly } = options;
  const serversOf = (ice: IceConfiguration) => (tcpOnly ? overTcp(ice) : ice.iceServers);
  const reached = (transport: TransportOptions) => ({
    ...transport,
    iceCandidates: transport.iceCandidates.filter(({ protocol }) => !tcpOnly || protocol === 'tcp'),
    iceServers: serversOf(reply.ice),
    iceTransportPolicy: options.iceTransportPolicy,
  });
  const sendTransport = device.createSendTransport(reached(reply.sendTransport));
  const receiveTransport = device.createRecvTransport(reached(reply.receiveTransport));
  let over = false;

  const lose = () => {
    if (!over) options.onLost();
  };
  const transports = [sendTransport, receiveTransport];
  /** Transports that there has been something to send or receive for. */
  const used = new Set<Transport>();
  const down = new Set<Transport>();
  const setDown = (transport: Transport, isDown: boolean) => {
    if (isDown) down.add(transport);
    else down.delete(transport);
    options.onInterrupted(down.size > 0);
  };
  const links = transports.map((transport) => {
    let relayRefused = false;
    transport.on('icecandidateerror', ({ errorCode }) => {
      relayRefused ||= errorCode === UNAUTHORIZED;
    });
    const tellBlockage = async () => {
      const report = await transport.getStats().catch(() => null);
      if (report && transport.connectionState !== 'connected')
        options.onBlocked(blockageOf(reply.ice.iceServers, report, relayRefused));
    };
    const connecting = connectWhenUsed(transport, {
      signal,
      log,
      onUsed: () => used.add(transport),
      onLate: () => setDown(transport, true),
      onFailed: lose,
    });
    let restarting = false;
    const restart = async () => {
      if (restarting || over || transport.connectionState === 'new') return;
      restarting = true;
      try {
        const { iceParameters, ice } = await signal.request('groupCall.restartIce', {
          transportId: transport.id,
        });
        if (transport.closed) return;
        await transport.updateIceServers({ iceServers: serversOf(ice) });
        await transport.restartIce({ iceParameters });
      } catch (error) {
        log('ICE could not be restarted', error);
        // The media node no longer knows the transport or the member: restarting it again would not help.
        if (isForgotten(error)) lose();
      } finally {
        restarting = false;
      }
    };
    const recovery = createLinkRecovery({
      restart: () => void restart(),
      checkServer: signal.check,
      onUp() {
        setDown(transport, false);
        if ([...used].every(({ connectionState }) => connectionState === 'connected')) options.onUp();
      },
      onLost: () => setDown(transport, true),
      onFailed: lose,
      onStuck: () => void tellBlockage(),
      firstUpMs: FIRST_UP_MS,
      givesUp: options.givesUp,
      canSignal: () => signal.state.phase === 'open',
    });
    const handshake = watchHandshake(() => transport.getStats(), options.onHandshakeStuck);
    transport.on('connectionstatechange', (state) => {
      recovery.see(state);
      if (!tcpOnly) handshake.see(state);
    });
    return { recovery, connecting, handshake };
  });
  const stopWatching = [
    onNetworkChange(() => {
      for (const { recovery } of links) recovery.networkChanged();
    }),
    onServerBack(signal, () => {
      for (const { recovery } of links) recovery.serverIsBack();
    }),
  ];

  const sending = createSending({
    ...options,
    onLost: lose,
    transport: sendTransport,
    codecs: device.sendRtpCapabilities.codecs ?? [],
  });
  const receiving = createReceiving({
    ...options,
    onLost: lose,
    transport: receiveTransport,
    isSent: (memberId, source) => options.pictureOf(memberId, source) !== null,
  });

  const report = createLinkReport((link) => {
    const measured = experience.get();
    signal
      .request('groupCall.reportLink', { ...link, ...(measured && { experience: measured }) })
      .catch((error: unknown) => log('The connection could not be reported', error));
  });
  /** To the media node. */
  let line: AudioLine = goodLine;
  const isNarrow = createNarrowUplink();
  const jitterTargets = createJitterTargets({ audio: receiving.audio, roundTripOf: options.roundTripOf });
  const onReading: LinkStatsOptions['onReading'] = (quality, audio) => {
    if (receiveTransport.closed) return;
    const now = performance.now();
    const { full } = quality;
    // The media node reports the highest loss of all receivers as ours. If it requested few packets again, most were lost
    // on the way to a member. If that member's line is full, more speech would only make it worse.
    const isTheirs = options.isAnyFull() && (audio.resent ?? 0) < LOSSY_FROM;
    line = lineAfter(line, audio.sent, now, full || isTheirs);
    sending.setLine({ lossy: line.lossy, narrow: isNarrow(full, quality.stats.sentKbps) });
    jitterTargets.adjust(audio, { roundTripMs: quality.stats.roundTripMs, full }, now);
    experience.add(quality);
    options.onQuality(quality);
    report(quality);
  };
  const pictures = () =>
    new Map(
      receiving.pictures().flatMap(({ memberId, source, trackId }) => {
        const picture = options.pictureOf(memberId, source);
        return picture ? [[trackId, picture] as const] : [];
      }),
    );
  const stats = watchLinkStats({ connections: transports, pictures, camera: options.camera, onReading });

  const retire = () => {
    over = true;
    for (const stop of stopWatching) stop();
    for (const { recovery, connecting, handshake } of links) {
      recovery.close();
      connecting.close();
      handshake.close();
    }
    sending.close();
    receiving.close();
  };
  return {
    sending,
    receiving,
    receiveTransport,
    begin: () => receiving.begin(device.recvRtpCapabilities),
    resume({ self, consumers }) {
      sending.resume(self.producers);
      receiving.resume(consumers);
    },
    retire,
    close() {
      retire();
      stats.close();
      for (const transport of transports) transport.close();
    },
  };
}

interface ConnectOptions {
  readonly signal: Signal;
  readonly onUsed: () => void;
  /** It is not up `LATE_MS` after there is something to send or receive. */
  readonly onLate: () => void;
  readonly onFailed: () => void;
  readonly log: (message: string, detail?: unknown) => void;
}

/** Connects a transport to the media node once mediasoup-client needs it, which says so once. */
function connectWhenUsed(transport: Transport, options: ConnectOptions): { close(): void } {
  const { signal, log } = options;
  let close = () => {};
  let over = false;
  transport.on('connect', ({ dtlsParameters }, callback, errback) => {
    // mediasoup-client asks again for the next producer that waits.
    if (over) {
      errback(new Error('The transport is given up'));
      return;
    }
    options.onUsed();
    // Before the media node answers, so that the browser begins ICE and the next requests are sent meanwhile.
    callback();
    let connected = false;
    let asked = false;
    const lateTimer = setTimeout(() => {
      if (transport.connectionState !== 'connected') options.onLate();
    }, LATE_MS);
    const effort = createEffort({
      isDone: () => connected,
      async step() {
        try {
          await signal.request('groupCall.connectTransport', { transportId: transport.id, dtlsParameters });
        } catch (error) {
          // The request before this one was carried out, though its answer was a time-out.
          if (!asked || errorCodeOf(error) !== 'conflict') throw error;
        } finally {
          asked = true;
        }
        connected = true;
      },
      maxSteps: CONNECT_STEPS,
      onState(state) {
        if (state !== 'given-up' && state !== 'refused') return;
        over = true;
        options.onFailed();
      },
      log,
    });
    close = () => {
      clearTimeout(lateTimer);
      effort.close();
    };
    effort.check();
  });
  return {
    close() {
      over = true;
      close();
    },
  };
}
