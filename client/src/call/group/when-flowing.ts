import type { Transport } from 'mediasoup-client/types';

const POLL_MS = 40;

/**
 * Waits until a received track has something to show or play: a decoded picture, or sound that is played.
 *
 * @param isPaused nothing will come for now: there is nothing to wait for
 * @returns false where the track or the transport has ended before
 */
export async function whenFlowing(
  transport: Transport,
  track: MediaStreamTrack,
  isPaused: () => boolean,
): Promise<boolean> {
  for (;;) {
    if (transport.closed || track.readyState === 'ended') return false;
    if (isPaused()) return true;
    const report = await transport.getStats().catch(() => null);
    if (!report) return false;
    for (const stats of report.values()) if (isFlowing(stats, track)) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/**
 * `RTCInboundRtpStreamStats` (W3C WebRTC Statistics, 6.4). Of sound it is what has left the jitter buffer that counts: the
 * first packets only fill it. Where the browser does not say so, their arrival has to do.
 */
const isFlowing = (stats: RTCInboundRtpStreamStats, track: MediaStreamTrack): boolean =>
  stats.type === 'inbound-rtp' &&
  stats.trackIdentifier === track.id &&
  (track.kind === 'video'
    ? (stats.framesDecoded ?? 0) > 0
    : (stats.jitterBufferEmittedCount ?? stats.packetsReceived ?? 0) > 0);
