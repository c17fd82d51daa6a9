import { createHmac } from 'node:crypto';
import { setTimeout as during } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { Round } from '#bench/bad-network.ts';
import { comeOnline, newContext } from './support/browser.ts';
import { joinGroup, leaveCall, talk } from './support/calls.ts';
import { soundFlows } from './support/frames.ts';
import { GOOD_LINE } from './support/lossy-proxy.ts';
import { startSpeechOverLine } from './support/speech-over-line.ts';
import { onlyTurn } from './support/turn-line.ts';

/**
 * `node e2e/bad-network.ts [rounds]`: how much of the received speech browsers make up, in per cent, over lines that lose
 * packets, as JSON. Beside each call two bare connections on the same line. Run by `npm run bench -- bad-network`.
 */
const ROUNDS = Number(process.argv[2] ?? 1);
/** Reports of loss come every few seconds. */
const SETTLE_MS = 10_000;
const MEASURE_MS = 25_000;
/** Each way between browser and relay: a round trip of 40 ms from one to the other, or from one to the media node. */
const DELAY_MS = { direct: 10, group: 20 } as const;
const CREDENTIALS_S = 3_600;
type Kind = keyof typeof DELAY_MS;
type Lossy = 'toServer' | 'toBrowser';

const { line, system, browser, stop } = await startSpeechOverLine('bad-network');
const rounds: Round[] = [];

const open = async (): Promise<Page> => {
  const context = await newContext(browser, { url: system.url });
  await onlyTurn(context);
  return context.newPage();
};
const enter = async (name: string): Promise<Page> => {
  const page = await open();
  await comeOnline(page, system.account(name));
  return page;
};

/** Two connections with what browsers do by themselves, over the same line. */
const openBare = async (): Promise<Page> => {
  const page = await open();
  await page.goto('/healthz');
  const { TURN_URLS: urls, TURN_SECRET: secret } = line.environment;
  const username = String(Math.ceil(Date.now() / 1_000) + CREDENTIALS_S);
  const credential = createHmac('sha1', secret).update(username).digest('base64');
  const server: RTCIceServer = { urls, username, credential };
  await page.evaluate(async (iceServer) => {
    const options: RTCConfiguration = { iceServers: [iceServer], iceTransportPolicy: 'relay' };
    const [one, other] = [new RTCPeerConnection(options), new RTCPeerConnection(options)];
    one.onicecandidate = ({ candidate }) => candidate && other.addIceCandidate(candidate);
    other.onicecandidate = ({ candidate }) => candidate && one.addIceCandidate(candidate);
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    for (const connection of [one, other]) {
      for (const track of stream.getTracks()) connection.addTrack(track, stream);
      // Sound that no one plays is not decoded.
      connection.ontrack = ({ streams: [received] }) => {
        const audio = new Audio();
        audio.srcObject = received ?? null;
        document.body.append(audio);
        return audio.play();
      };
    }
    await one.setLocalDescription();
    if (one.localDescription) await other.setRemoteDescription(one.localDescription);
    await other.setLocalDescription();
    if (other.localDescription) await one.setRemoteDescription(other.localDescription);
  }, server);
  await soundFlows(page);
  return page;
};

/** Since the connections began, of all received sound, and what is sent. */
const countersOf = (page: Page) =>
  page.evaluate(async () => {
    const sum = { concealed: 0, samples: 0, bytes: 0, senders: 0 };
    for (const connection of window.__peerConnections) {
      if (connection.connectionState !== 'connected') continue;
      for (const stats of (await connection.getStats()).values()) {
        if (stats.kind !== 'audio') continue;
        if (stats.type === 'inbound-rtp') {
          sum.concealed += stats.concealedSamples ?? 0;
          sum.samples += stats.totalSamplesReceived ?? 0;
        }
        if (stats.type === 'outbound-rtp' && stats.bytesSent > 0) {
          sum.bytes += stats.bytesSent;
          sum.senders++;
        }
      }
    }
    return sum;
  });

const measure = async (load: string, pages: readonly Page[], bare: Page): Promise<void> => {
  await during(SETTLE_MS);
  const watched = [
    ...pages.map((page) => ({ page, of: 'call' as const })),
    { page: bare, of: 'bare' as const },
  ];
  const before = await Promise.all(watched.map(({ page }) => countersOf(page)));
  await during(MEASURE_MS);
  const after = await Promise.all(watched.map(({ page }) => countersOf(page)));
  for (const [index, { of }] of watched.entries()) {
    const [from, to] = [before[index], after[index]];
    if (!from || !to) continue;
    const concealedPercent = (100 * (to.concealed - from.concealed)) / (to.samples - from.samples);
    const kbps = (8 * (to.bytes - from.bytes)) / MEASURE_MS / Math.max(1, to.senders);
    rounds.push({ load, of, concealedPercent, kbps });
    process.stderr.write(
      `${load}, ${of}: ${concealedPercent.toFixed(2)} % concealed, ${kbps.toFixed(0)} kbit/s\n`,
    );
  }
};

/** Loss goes up step by step in one call, so that what has adapted to more is not measured with less. */
const measureCall = async (kind: Kind, loads: readonly (readonly [number, Lossy])[]): Promise<void> => {
  const [alice, bob, bare] = [await enter('alice'), await enter('bob'), await openBare()];
  const delayMs = DELAY_MS[kind];
  line.set({ loss: 0, delayMs });
  if (kind === 'direct') await talk(alice, bob, 'Bob');
  else for (const page of [alice, bob]) await joinGroup(page);
  await Promise.all([alice, bob].map((page) => soundFlows(page)));
  for (const [loss, way] of loads) {
    const lossy = (which: Lossy) => ({ loss: which === way ? loss : 0, delayMs });
    line.set(lossy('toServer'), lossy('toBrowser'));
    const direction = way === 'toServer' ? 'sent' : 'received';
    await measure(
      kind === 'direct'
        ? `1-to-1, ${100 * loss} % lost`
        : `group, ${100 * loss} % lost of what is ${direction}`,
      [alice, bob],
      bare,
    );
  }
  line.set(GOOD_LINE);
  for (const page of [alice, bob]) await leaveCall(page);
  for (const page of [alice, bob, bare]) await page.context().close();
};

try {
  for (let round = 1; round <= ROUNDS; round++) {
    await measureCall('direct', [
      [0, 'toServer'],
      [0.1, 'toServer'],
      [0.2, 'toServer'],
    ]);
    await measureCall('group', [
      [0, 'toServer'],
      [0.1, 'toServer'],
      [0.1, 'toBrowser'],
      [0.2, 'toServer'],
      [0.2, 'toBrowser'],
    ]);
    process.stderr.write(`round ${round} of ${ROUNDS}\n`);
  }
  process.stdout.write(`${JSON.stringify(rounds)}\n`);
} finally {
  await stop();
}
process.exit(0);
