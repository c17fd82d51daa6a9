import type { Page } from 'playwright';

/** One line for each peer connection of a page that is open, and for each medium that it sends or receives. */
export const mediaOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const lines: string[] = [];
    for (const connection of window.__peerConnections ?? []) {
      if (connection.connectionState === 'closed') continue;
      const { connectionState, iceConnectionState, signalingState } = connection;
      lines.push(`connection: ${connectionState}, ICE ${iceConnectionState}, signalling ${signalingState}`);
      for (const stats of (await connection.getStats()).values()) {
        if (stats.type === 'inbound-rtp') {
          lines.push(
            `receives ${stats.kind} ${stats.mid}: ${stats.packetsReceived} packets, ${stats.framesDecoded ?? '-'} frames`,
          );
        }
        if (stats.type === 'outbound-rtp') {
          lines.push(
            `sends ${stats.kind} ${stats.mid}: ${stats.packetsSent} packets, ${stats.framesEncoded ?? '-'} frames, ` +
              `active ${stats.active}, limited by ${stats.qualityLimitationReason ?? '-'}, target ${stats.targetBitrate ?? '-'}`,
          );
        }
        if (stats.type === 'candidate-pair' && stats.nominated) {
          lines.push(
            `pair: ${stats.state}, ${stats.bytesSent} bytes sent, ${stats.bytesReceived} received, ` +
              `room for ${stats.availableOutgoingBitrate ?? '-'}`,
          );
        }
      }
      for (const { mid, direction, currentDirection, sender } of connection.getTransceivers()) {
        const { track } = sender;
        const sent = track
          ? `${track.readyState}${track.muted ? ', muted' : ''}${track.enabled ? '' : ', disabled'}`
          : 'none';
        const [encoding] = sender.getParameters().encodings;
        lines.push(
          `transceiver ${mid}: ${direction}, now ${currentDirection}, track ${sent}, encoding ${JSON.stringify(encoding)}`,
        );
      }
    }
    return lines;
  });
