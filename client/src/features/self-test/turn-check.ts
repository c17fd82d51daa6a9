import { UNAUTHORIZED } from '#client/call/blockage.ts';
import type { IceConfiguration } from '#protocol/party.ts';
import { bad, type Finding, good, weak } from './finding.ts';
import { connected } from './media-check.ts';

const CONNECT_MS = 12_000;
const PACKETS = 20;
const PACKET_EVERY_MS = 25;
/** After the last packet, for those that are still on their way. */
const ECHO_MS = 1_500;

interface Relay {
  readonly url: string;
  /** `UDP`, `TCP`, `TLS`: how the browser reaches the TURN server. */
  readonly name: string;
}

/** `turn:` over UDP unless it says otherwise, `turns:` over TLS (RFC 7065, 3.1). */
export const relayName = (url: string): string => {
  if (url.startsWith('turns:')) return /transport=udp/.test(url) ? 'DTLS' : 'TLS';
  return /transport=tcp/.test(url) ? 'TCP' : 'UDP';
};

/** Sends packets through each TURN address to oneself and back. */
export async function checkTurn({ iceServers }: IceConfiguration): Promise<Finding> {
  const relays = iceServers.flatMap((server) =>
    server.urls
      .filter((url) => /^turns?:/.test(url))
      .map((url) => ({ relay: { url, name: relayName(url) }, server })),
  );
  if (relays.length === 0) return weak({ kind: 'turn-missing' });
  const results = await Promise.all(
    relays.map(async ({ relay, server }) => ({
      name: relay.name,
      outcome: await throughRelay(relay, server),
    })),
  );
  return findingOfRelays(results);
}

/** What came of one way to the relay. */
export type RelayOutcome =
  | {
      readonly kind: 'works';
      readonly roundTripMs: number /** Per cent of the packets. */;
      readonly lost: number;
    }
  /** The relay has answered, and does not take the credentials. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'blocked' };

/** @param results of all ways; at least one */
export function findingOfRelays(
  results: readonly { readonly name: string; readonly outcome: RelayOutcome }[],
): Finding {
  const figures = results.map(({ name, outcome }) => `${name} ${figureOf(outcome)}`);
  const has = (kind: RelayOutcome['kind']) => results.some(({ outcome }) => outcome.kind === kind);
  if (!has('works')) return bad({ kind: has('refused') ? 'turn-refused' : 'turn-blocked' }, ...figures);
  return has('refused') || has('blocked') ? weak({ kind: 'turn-partly' }, ...figures) : good(...figures);
}

function figureOf(outcome: RelayOutcome): string {
  if (outcome.kind !== 'works') return outcome.kind === 'refused' ? `× ${UNAUTHORIZED}` : '×';
  return `${outcome.roundTripMs} ms${outcome.lost > 0 ? ` (−${outcome.lost} %)` : ''}`;
}

async function throughRelay(
  { url }: Relay,
  { username, credential }: IceConfiguration['iceServers'][number],
): Promise<RelayOutcome> {
  const configuration: RTCConfiguration = {
    iceServers: [{ urls: [url], ...(username && { username }), ...(credential && { credential }) }],
    iceTransportPolicy: 'relay',
  };
  const near = new RTCPeerConnection(configuration);
  const far = new RTCPeerConnection(configuration);
  let refused = false;
  // Not every browser has the event: it says then that the relay is blocked.
  near.addEventListener('icecandidateerror', ({ errorCode }) => {
    refused ||= errorCode === UNAUTHORIZED;
  });
  try {
    passCandidates(near, far);
    passCandidates(far, near);
    // As media is sent: what is lost stays lost.
    const channel = near.createDataChannel('echo', { ordered: false, maxRetransmits: 0 });
    far.ondatachannel = ({ channel: echo }) => {
      echo.onmessage = ({ data }) => echo.send(data);
    };
    await near.setLocalDescription();
    await far.setRemoteDescription(near.localDescription ?? { type: 'offer' });
    await far.setLocalDescription();
    await near.setRemoteDescription(far.localDescription ?? { type: 'answer' });
    if (!(await connected(near, CONNECT_MS)) || !(await opened(channel))) {
      return { kind: refused ? 'refused' : 'blocked' };
    }
    return await echoes(channel);
  } finally {
    near.close();
    far.close();
  }
}

function passCandidates(from: RTCPeerConnection, to: RTCPeerConnection): void {
  from.onicecandidate = ({ candidate }) => {
    // A candidate may arrive after the end of the check: ignored.
    if (candidate) to.addIceCandidate(candidate).catch(() => {});
  };
}

function opened(channel: RTCDataChannel): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), CONNECT_MS);
    const settle = () => {
      clearTimeout(timer);
      resolve(true);
    };
    if (channel.readyState === 'open') settle();
    else channel.onopen = settle;
  });
}

function echoes(channel: RTCDataChannel): Promise<RelayOutcome> {
  return new Promise((resolve) => {
    const sentAt = new Map<number, number>();
    const trips: number[] = [];
    const settle = () => {
      clearInterval(sending);
      clearTimeout(limit);
      const [median] = trips.sort((one, other) => one - other).slice(Math.floor(trips.length / 2));
      const lost = Math.round((1 - trips.length / PACKETS) * 100);
      resolve(
        median === undefined ? { kind: 'blocked' } : { kind: 'works', roundTripMs: Math.round(median), lost },
      );
    };
    channel.onmessage = ({ data }) => {
      const sent = sentAt.get(Number(data));
      if (sent !== undefined) trips.push(performance.now() - sent);
      if (trips.length === PACKETS) settle();
    };
    const sending = setInterval(() => {
      const number = sentAt.size;
      if (number === PACKETS) return clearInterval(sending);
      sentAt.set(number, performance.now());
      channel.send(String(number));
    }, PACKET_EVERY_MS);
    const limit = setTimeout(settle, PACKETS * PACKET_EVERY_MS + ECHO_MS);
  });
}
