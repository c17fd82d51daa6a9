import type { IceConfiguration } from '#protocol/party.ts';

/** Packets of the DTLS handshake are larger than those of ICE; a handshake takes two or three round trips. */
const LOOK_MS = 2_000;
const STUCK_LOOKS = 3;

/** Looks whether the handshake of a connection gets through. */
export interface HandshakeWatch {
  /** Tells what the connection says of itself. */
  see(state: RTCPeerConnectionState): void;
  close(): void;
}

/**
 * Finds paths that drop large packets, as misconfigured tunnels do: ICE connects, and the DTLS handshake hangs. Over TCP packets
 * are as large as the path takes them. A browser without `dtlsState` in its statistics is left alone.
 *
 * @param onStuck told once for each time that the connection is connecting
 */
export function watchHandshake(getStats: () => Promise<RTCStatsReport>, onStuck: () => void): HandshakeWatch {
  let timer: ReturnType<typeof setInterval> | undefined;
  let looks = 0;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    looks = 0;
  };
  const look = async () => {
    // It may be closed meanwhile.
    const report = await getStats().catch(() => null);
    if (timer === undefined) return;
    looks = report && shakesHands(report) ? looks + 1 : 0;
    if (looks < STUCK_LOOKS) return;
    stop();
    onStuck();
  };
  return {
    see(state) {
      if (state === 'connecting') timer ??= setInterval(() => void look(), LOOK_MS);
      else stop();
    },
    close: stop,
  };
}

/** ICE has found a path, and DTLS is not up on it (W3C WebRTC statistics, RTCTransportStats). */
function shakesHands(report: RTCStatsReport): boolean {
  for (const { type, dtlsState, selectedCandidatePairId } of report.values())
    if (type === 'transport' && dtlsState === 'connecting' && selectedCandidatePairId) return true;
  return false;
}

/** The relays that are reached over TCP or TLS (RFC 7065, 3.1). */
export const overTcp = ({ iceServers }: IceConfiguration): IceConfiguration['iceServers'] =>
  iceServers.flatMap((server) => {
    const urls = server.urls.filter((url) =>
      url.startsWith('turns:') ? !url.includes('transport=udp') : url.includes('transport=tcp'),
    );
    return urls.length > 0 ? [{ ...server, urls }] : [];
  });
