import type { TransportOptions } from '#protocol/media.ts';

/**
 * The answer that a media node's transport would give to an offer of one data channel, if it spoke SDP (RFC 8829): its
 * candidates, its fingerprint, and that it waits for the browser to begin DTLS.
 */
export function remoteAnswer(offer: string, transport: TransportOptions): string {
  const { iceParameters, iceCandidates, dtlsParameters } = transport;
  const mid = /^a=mid:(.+)$/m.exec(offer)?.[1]?.trim() ?? '0';
  const candidates = iceCandidates.map(
    ({ foundation, protocol, priority, address, port, type, tcpType }) =>
      `a=candidate:${foundation} 1 ${protocol} ${priority} ${address} ${port} typ ${type}${tcpType ? ` tcptype ${tcpType}` : ''}`,
  );
  const fingerprints = dtlsParameters.fingerprints.map(
    ({ algorithm, value }) => `a=fingerprint:${algorithm} ${value}`,
  );
  return [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=ice-lite',
    `a=group:BUNDLE ${mid}`,
    'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
    'c=IN IP4 0.0.0.0',
    `a=mid:${mid}`,
    `a=ice-ufrag:${iceParameters.usernameFragment}`,
    `a=ice-pwd:${iceParameters.password}`,
    ...fingerprints,
    'a=setup:passive',
    'a=sctp-port:5000',
    ...candidates,
    'a=end-of-candidates',
    '',
  ].join('\r\n');
}
