import type { Page } from 'playwright';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { joinGroup, talk } from './support/calls.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { GOOD_LINE } from './support/lossy-proxy.ts';
import { setUpSystem } from './support/set-up.ts';
import { onlyTurn, startTurnLine, type TurnLine } from './support/turn-line.ts';
import { until } from './support/until.ts';

const LOSS = 0.1;
/** A line counts as good after 20 s without loss, which the other side reports every few seconds. */
const GOOD_AGAIN_MS = 60_000;

/** What a page does with sound, in all of its connections. */
const soundOf = (page: Page) =>
  page.evaluate(async () => {
    const sound = { kbps: 0, resent: 0, twice: 0, redFirst: 0, nack: 0, targets: [] as (number | null)[] };
    for (const connection of window.__peerConnections) {
      if (connection.connectionState !== 'connected') continue;
      for (const { sender, receiver, currentDirection } of connection.getTransceivers()) {
        if (receiver.track.kind !== 'audio') continue;
        if (currentDirection === 'recvonly') sound.targets.push(receiver.jitterBufferTarget);
        if (sender.track?.readyState !== 'live') continue;
        const [{ maxBitrate = 0 } = {}] = sender.getParameters().encodings;
        sound.kbps = Math.max(sound.kbps, maxBitrate / 1_000);
      }
      for (const stats of (await connection.getStats()).values()) {
        if (stats.kind !== 'audio') continue;
        if (stats.type === 'outbound-rtp') sound.resent += stats.retransmittedPacketsSent ?? 0;
        if (stats.type === 'inbound-rtp') sound.twice += stats.packetsDiscarded ?? 0;
      }
      for (const description of [connection.localDescription, connection.remoteDescription]) {
        const audio =
          description?.sdp.split(/^(?=m=)/m).find((section) => section.startsWith('m=audio')) ?? '';
        const red = audio.match(/^a=rtpmap:(\d+) red\/48000/m)?.[1];
        const [, , , first] = audio.split(' ');
        if (red !== undefined && first === red) sound.redFirst++;
        if (/^a=rtcp-fb:\d+ nack\s*$/m.test(audio)) sound.nack++;
      }
    }
    return sound;
  });

describe('the sound of a call over a line that loses packets', () => {
  let line: TurnLine | undefined;
  const people = setUpSystem(
    async () => {
      line = await startTurnLine();
      return { name: 'audio-loss', environment: line.environment };
    },
    { prepare: onlyTurn },
  );
  afterEach(() => line?.set(GOOD_LINE));
  afterAll(() => line?.stop());

  /** Both pages send over this line. */
  const lose = (loss: number) => line?.set({ loss, delayMs: 20 }, { loss: 0, delayMs: 20 });
  const sends = (page: Page, kbps: number, patienceMs?: number) =>
    until(`speech takes ${kbps} kbit/s`, async () => (await soundOf(page)).kbps === kbps, patienceMs);

  test('goes twice in a 1-to-1 call, and takes more than was set only while packets are lost', async () => {
    const pages = [await people.person('alice'), await people.person('bob')] as const;
    const [alice, bob] = pages;
    await talk(alice, bob, 'Bob');
    for (const page of pages) {
      await sends(page, 16);
      expect((await soundOf(page)).redFirst).toBe(2);
      await until('what came twice is thrown away', async () => (await soundOf(page)).twice > 0);
    }
    lose(LOSS);
    await Promise.all(pages.map((page) => sends(page, 24)));
    await Promise.all(pages.map((page) => soundFlows(page)));
    lose(0);
    await Promise.all(pages.map((page) => sends(page, 16, GOOD_AGAIN_MS)));
  });

  test('comes again in a group call, which waits for it and takes more only while packets are lost', async () => {
    const pages = [await people.person('alice'), await people.person('bob')] as const;
    for (const page of pages) await joinGroup(page);
    for (const page of pages) {
      await framesFlow(page, 1);
      await sends(page, 16);
      const { nack, targets } = await soundOf(page);
      expect(nack).toBeGreaterThan(0);
      expect(targets).toEqual([null]);
    }
    lose(LOSS);
    for (const page of pages) {
      await sends(page, 32);
      await until('packets are sent again', async () => (await soundOf(page)).resent > 0);
      await until('sound waits for them', async () => (await soundOf(page)).targets[0] !== null);
      await soundFlows(page);
    }
    lose(0);
    for (const page of pages) {
      await sends(page, 16, GOOD_AGAIN_MS);
      const target = async () => (await soundOf(page)).targets[0];
      await until('sound waits no longer', async () => (await target()) === null, GOOD_AGAIN_MS);
    }
  });
});
