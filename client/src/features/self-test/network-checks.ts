import { callApi } from '#client/api/call-api.ts';
import { otherAddress } from '#client/api/queries/installation.ts';
import { signalUrl } from '#client/signal/signal-connection.ts';
import { AppError } from '#protocol/app-error.ts';
import { bad, type CheckId, type Finding, good, type Problem, weak } from './finding.ts';
import { connectToNode, type MediaPath, makeIdentity } from './media-check.ts';
import { checkSocket } from './socket-check.ts';
import { checkTurn } from './turn-check.ts';

type NetworkCheckId = Extract<CheckId, 'socket' | 'udp' | 'tcp' | 'turn'>;

/** Runs the checks that need no one's help, all at once; each is told as it is found. */
export async function checkNetwork(found: (id: NetworkCheckId, finding: Finding) => void): Promise<void> {
  const socket = findSocket().then((finding) => found('socket', finding));
  const media = checkMedia(found);
  await Promise.all([socket, media]);
}

async function findSocket(): Promise<Finding> {
  const finding = await checkSocket(signalUrl(window.location));
  if (finding.verdict === 'good') return finding;
  // The server refuses pages of other addresses where its proxy does not pass on the one of this page.
  const installation = await callApi('version.read', {}).catch(() => null);
  const address = installation && otherAddress(installation);
  return address ? bad({ kind: 'wrong-address' }, address) : finding;
}

async function checkMedia(found: (id: NetworkCheckId, finding: Finding) => void): Promise<void> {
  const opened = await open();
  if ('problem' in opened) {
    for (const id of ['udp', 'tcp', 'turn'] as const) found(id, bad(opened.problem));
    return;
  }
  const { certificate, ice, media } = opened;
  const turn = checkTurn(ice).then((finding) => found('turn', finding));
  if (media) {
    const [udp, tcp] = await Promise.all([
      connectToNode(certificate, media.udp),
      connectToNode(certificate, media.tcp),
    ]);
    found('udp', udp ? good(...figuresOf(udp)) : bad({ kind: 'udp-blocked' }));
    // It is the fallback: not needed while the first way works.
    found('tcp', tcp ? good(...figuresOf(tcp)) : (udp ? weak : bad)({ kind: 'tcp-blocked' }));
  } else {
    for (const id of ['udp', 'tcp'] as const) found(id, bad({ kind: 'no-media-node' }));
  }
  await turn;
}

async function open() {
  const { certificate, algorithm, fingerprint } = await makeIdentity();
  try {
    const body = { algorithm: algorithm === 'sha-512' ? algorithm : 'sha-256', fingerprint } as const;
    return { certificate, ...(await callApi('selfTest.open', { body })) };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

function problemOf(error: unknown): Problem {
  if (error instanceof AppError && error.code === 'forbidden') return { kind: 'self-test-closed' };
  if (error instanceof AppError && error.code === 'too-many-requests') return { kind: 'too-many' };
  return { kind: 'server-unreachable' };
}

const figuresOf = ({ roundTripMs, connectMs }: MediaPath): readonly string[] =>
  // Where the browser does not tell the round trip: how long it took to connect, which is several of them.
  [roundTripMs === null ? `≤ ${connectMs} ms` : `${roundTripMs} ms`];
