import type { TransportOptions } from '#protocol/media.ts';
import { remoteAnswer } from './remote-answer.ts';

/** ICE tries for longer, but no one waits this long for a call either. */
const CONNECT_MS = 10_000;

const CERTIFICATE: EcKeyGenParams = { name: 'ECDSA', namedCurve: 'P-256' };

export interface MediaPath {
  readonly connectMs: number;
  /** Of the checks of ICE; null where the browser does not tell. */
  readonly roundTripMs: number | null;
}

/** One certificate for all connections of a check, so that the server needs to know of one fingerprint. */
export async function makeIdentity(): Promise<{
  readonly certificate: RTCCertificate;
  readonly algorithm: string;
  readonly fingerprint: string;
}> {
  const certificate = await RTCPeerConnection.generateCertificate(CERTIFICATE);
  // Not every browser has RTCCertificate.getFingerprints(); every one writes it into its offers (RFC 8122).
  const connection = new RTCPeerConnection({ certificates: [certificate] });
  try {
    connection.createDataChannel('');
    const { sdp = '' } = await connection.createOffer();
    const [, algorithm, fingerprint] = /^a=fingerprint:(\S+) (\S+)/m.exec(sdp) ?? [];
    if (!algorithm || !fingerprint) throw new Error('The offer has no fingerprint');
    return { certificate, algorithm: algorithm.toLowerCase(), fingerprint };
  } finally {
    connection.close();
  }
}

/**
 * Connects to a transport of a media node: ICE and DTLS, which is all that media needs to get through.
 *
 * @returns null where it does not
 */
export async function connectToNode(
  certificate: RTCCertificate,
  transport: TransportOptions,
): Promise<MediaPath | null> {
  const connection = new RTCPeerConnection({ certificates: [certificate] });
  try {
    const begun = performance.now();
    connection.createDataChannel('');
    await connection.setLocalDescription();
    const offer = connection.localDescription?.sdp ?? '';
    await connection.setRemoteDescription({ type: 'answer', sdp: remoteAnswer(offer, transport) });
    if (!(await connected(connection, CONNECT_MS))) return null;
    const connectMs = Math.round(performance.now() - begun);
    return { connectMs, roundTripMs: await roundTrip(connection) };
  } finally {
    connection.close();
  }
}

/** Whether a connection comes up in time. */
export function connected(connection: RTCPeerConnection, limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (up: boolean) => {
      clearTimeout(timer);
      connection.removeEventListener('connectionstatechange', onChange);
      resolve(up);
    };
    const onChange = () => {
      if (connection.connectionState === 'connected') settle(true);
      if (connection.connectionState === 'failed' || connection.connectionState === 'closed') settle(false);
    };
    const timer = setTimeout(() => settle(false), limitMs);
    connection.addEventListener('connectionstatechange', onChange);
    onChange();
  });
}

/** The first check after the connection is up tells. */
const MEASURE_MS = 3_000;
const READ_MS = 250;

async function roundTrip(connection: RTCPeerConnection): Promise<number | null> {
  const deadline = performance.now() + MEASURE_MS;
  for (;;) {
    const measured = readRoundTrip(await connection.getStats());
    if (measured !== null || performance.now() > deadline) return measured;
    await new Promise((resolve) => setTimeout(resolve, READ_MS));
  }
}

function readRoundTrip(report: RTCStatsReport): number | null {
  for (const entry of report.values()) {
    if (entry.type !== 'candidate-pair') continue;
    const seconds: unknown = entry.currentRoundTripTime;
    // In whole milliseconds, at least 1.
    if (typeof seconds === 'number' && seconds > 0) return Math.max(1, Math.round(seconds * 1000));
  }
  return null;
}
