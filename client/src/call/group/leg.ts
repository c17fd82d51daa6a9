import type { RtpCapabilities, Transport } from 'mediasoup-client/types';
import { Check } from 'typebox/schema';
import type { ExperienceTally } from '#client/call/experience.ts';
import { createLinkRecovery } from '#client/call/link-recovery.ts';
import { type LinkQuality, watchLinkStats } from '#client/call/link-stats.ts';
import { onNetworkChange } from '#client/media/network-change.ts';
import type { Signal } from '#client/signal/signal.ts';
import { AppError } from '#protocol/app-error.ts';
import { type MediaSource, MediaSourceSchema } from '#protocol/media.ts';
import { loadDevice } from './device.ts';
import { createLinkReport } from './link-report.ts';
import { createReceiving, type Receiving, type ReceivingOptions } from './receiving.ts';
import type { JoinReply } from './room-view.ts';
import { createSending, type Sending, type SendingOptions } from './sending.ts';

export interface LegOptions
  extends Omit<SendingOptions, 'transport' | 'codecs'>,
    Omit<ReceivingOptions, 'transport'> {
  readonly reply: JoinReply;
  readonly iceTransportPolicy: RTCIceTransportPolicy;
  /** Media flows on one of the transports, for the first time or again. */
  readonly onUp: () => void;
  /** A transport is interrupted; ICE restarts. */
  readonly onInterrupted: () => void;
  /** It cannot be restored: rejoin. */
  readonly onLost: () => void;
  readonly onQuality: (quality: LinkQuality) => void;
  readonly experience: ExperienceTally;
}

/**
 * A media node has a public address, so a transport is up in a second or two, or never: e.g. when this end has got the port
 * of a connection that the node has not missed yet (sfu/src/media/peer-transport.ts). New transports have new ports.
 */
const FIRST_UP_MS = 12_000;

/** This browser's end of one room on the media node: two transports with their producers and consumers. */
export interface Leg {
  readonly sending: Sending;
  readonly receiving: Receiving;
  readonly receiveTransport: Transport;
  /** What the media node needs to know before it opens consumers (SPEC.md, G4). */
  readonly rtpCapabilities: RtpCapabilities;
  /** The room is gone: stops restoring media, and keeps the last pictures. */
  retire(): void;
  close(): void;
}

/** @throws UnsupportedError of mediasoup-client where this browser cannot take part */
export async function openLeg(options: LegOptions): Promise<Leg> {
  const { reply, signal, log, experience } = options;
  const device = await loadDevice(reply.routerRtpCapabilities);
  const common = { iceServers: reply.ice.iceServers, iceTransportPolicy: options.iceTransportPolicy };
  const sendTransport = device.createSendTransport({ ...reply.sendTransport, ...common });
  const receiveTransport = device.createRecvTransport({ ...reply.receiveTransport, ...common });
  let over = false;

  const lose = () => {
    if (!over) options.onLost();
  };
  const transports = [sendTransport, receiveTransport];
  const recoveries = transports.map((transport) => {
    connect(transport, signal);
    let restarting = false;
    const restart = async () => {
      if (restarting || over || transport.connectionState === 'new') return;
      restarting = true;
      try {
        await restartIce(transport, signal);
      } catch (error) {
        log('ICE could not be restarted', error);
        // The media node no longer knows the transport or the member: restarting it again would not help.
        if (error instanceof AppError && error.status < 500 && error.code !== 'request-timeout') lose();
      } finally {
        restarting = false;
      }
    };
    const recovery = createLinkRecovery({
      restart: () => void restart(),
      onUp: options.onUp,
      onLost: options.onInterrupted,
      onFailed: lose,
      firstUpMs: FIRST_UP_MS,
      canSignal: () => signal.state.phase === 'open',
    });
    transport.on('connectionstatechange', (state) => recovery.see(state));
    return recovery;
  });
  const stopWatchingNetwork = onNetworkChange(() => {
    for (const recovery of recoveries) recovery.networkChanged();
  });

  sendTransport.on('produce', ({ kind, rtpParameters, appData }, callback, errback) => {
    const { source, paused } = appData;
    if (!isMediaSource(source)) {
      errback(new Error('A producer without a source'));
      return;
    }
    signal
      .request('groupCall.produce', {
        transportId: sendTransport.id,
        kind,
        source,
        rtpParameters,
        paused: paused === true,
      })
      .then(({ producerId }) => callback({ id: producerId }), errback);
  });

  const sending = createSending({
    ...options,
    transport: sendTransport,
    codecs: device.sendRtpCapabilities.codecs ?? [],
  });
  const receiving = createReceiving({ ...options, transport: receiveTransport });

  const report = createLinkReport((link) => {
    const measured = experience.get();
    signal
      .request('groupCall.reportLink', { ...link, ...(measured && { experience: measured }) })
      .catch((error: unknown) => log('The connection could not be reported', error));
  });
  const stats = watchLinkStats(transports, (quality) => {
    if (receiveTransport.closed) return;
    experience.add(quality);
    options.onQuality(quality);
    report(quality);
  });

  const retire = () => {
    over = true;
    stopWatchingNetwork();
    for (const recovery of recoveries) recovery.close();
    sending.close();
  };
  return {
    sending,
    receiving,
    receiveTransport,
    rtpCapabilities: device.recvRtpCapabilities,
    retire,
    close() {
      retire();
      stats.close();
      receiving.close();
      for (const transport of transports) transport.close();
    },
  };
}

function connect(transport: Transport, signal: Signal): void {
  transport.on('connect', ({ dtlsParameters }, callback, errback) => {
    signal
      .request('groupCall.connectTransport', { transportId: transport.id, dtlsParameters })
      .then(callback, errback);
  });
}

async function restartIce(transport: Transport, signal: Signal): Promise<void> {
  const { iceParameters, ice } = await signal.request('groupCall.restartIce', { transportId: transport.id });
  if (transport.closed) return;
  await transport.updateIceServers({ iceServers: ice.iceServers });
  await transport.restartIce({ iceParameters });
}

const isMediaSource = (value: unknown): value is MediaSource => Check(MediaSourceSchema, value);
