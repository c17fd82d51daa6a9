import { PeerConnection, type Track, Video } from 'node-datachannel';
import { WAIT_LIMIT_MS } from '#platform/testing/slow.ts';
import type { TransportOptions } from '#protocol/media.ts';
import { VP8_PAYLOAD_TYPE } from './rtp.ts';

/** The browser's end of one transport: real ICE, DTLS and SRTP, with one track that takes and gives any RTP packet. */
export interface Connection {
  readonly track: Track;
  /** What the node is to be told by `media.connectTransport`. */
  readonly dtlsParameters: { role: 'client'; fingerprints: { algorithm: 'sha-256'; value: string }[] };
  /** Resolves when packets can flow; call it once the node knows the DTLS parameters. */
  open(): Promise<void>;
  /** Disappears silently, as a browser does that has lost its network. */
  close(): void;
}

/** @param port of this end */
export function createConnection(
  transport: TransportOptions,
  direction: 'SendOnly' | 'RecvOnly',
  port: number,
): Connection {
  const connection = new PeerConnection('member', {
    iceServers: [],
    bindAddress: '127.0.0.1',
    disableAutoNegotiation: true,
    portRangeBegin: port,
    portRangeEnd: port,
  });
  const media = new Video('0', direction);
  media.addVP8Codec(VP8_PAYLOAD_TYPE);
  const track = connection.addTrack(media);
  connection.setLocalDescription('offer');
  const offer = connection.localDescription()?.sdp ?? '';
  const value = /a=fingerprint:sha-256 (\S+)/i.exec(offer)?.[1];
  if (value === undefined) throw new Error('the offer has no fingerprint');
  return {
    track,
    dtlsParameters: { role: 'client', fingerprints: [{ algorithm: 'sha-256', value }] },
    async open() {
      const failed = Promise.withResolvers<never>();
      const opened = new Promise<void>((resolve) => track.onOpen(resolve));
      connection.setRemoteDescription(answerOf(transport, direction), 'answer');
      const timer = setTimeout(
        () => failed.reject(new Error(`the handshake of the test client stands at ${connection.state()}`)),
        WAIT_LIMIT_MS,
      );
      await Promise.race([opened, failed.promise]).finally(() => clearTimeout(timer));
    },
    close: () => connection.close(),
  };
}

/** What the node would answer if it spoke SDP. */
function answerOf(transport: TransportOptions, direction: 'SendOnly' | 'RecvOnly'): string {
  const { iceParameters, iceCandidates, dtlsParameters } = transport;
  const fingerprint = dtlsParameters.fingerprints.find(({ algorithm }) => algorithm === 'sha-256');
  const udp = iceCandidates.filter(({ protocol }) => protocol === 'udp');
  return [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=ice-lite',
    'a=group:BUNDLE 0',
    `m=video 9 UDP/TLS/RTP/SAVPF ${VP8_PAYLOAD_TYPE}`,
    'c=IN IP4 127.0.0.1',
    'a=mid:0',
    `a=${direction === 'SendOnly' ? 'recvonly' : 'sendonly'}`,
    'a=rtcp-mux',
    `a=rtpmap:${VP8_PAYLOAD_TYPE} VP8/90000`,
    'a=setup:passive',
    `a=ice-ufrag:${iceParameters.usernameFragment}`,
    `a=ice-pwd:${iceParameters.password}`,
    `a=fingerprint:sha-256 ${fingerprint?.value}`,
    ...udp.map(
      ({ foundation, priority, address, port }) =>
        `a=candidate:${foundation} 1 udp ${priority} ${address} ${port} typ host`,
    ),
    'a=end-of-candidates',
    '',
  ].join('\r\n');
}
