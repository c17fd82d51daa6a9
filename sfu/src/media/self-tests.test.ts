import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SLOW } from '#platform/testing/slow.ts';
import { startTestNode, type TestNode } from '#sfu/testing/test-node.ts';

const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':');
const dtlsParameters = { fingerprints: [{ algorithm: 'sha-256' as const, value: fingerprint }] };
/** As many as a node has at a time. */
const MAX_SELF_TESTS = 20;

let node: TestNode;
beforeEach(async () => {
  node = await startTestNode();
});
afterEach(() => node.close());

const open = () => node.ask('selfTest.open', { dtlsParameters });

describe('a self-test at a media node (SPEC.md, T)', () => {
  it('gets one end that is reached over UDP alone, and one over TCP alone', async () => {
    const { udp, tcp } = await open();
    expect(new Set(udp.iceCandidates.map(({ protocol }) => protocol))).toEqual(new Set(['udp']));
    expect(new Set(tcp.iceCandidates.map(({ protocol }) => protocol))).toEqual(new Set(['tcp']));
    expect(udp.id).not.toBe(tcp.id);
  });

  it('is no room, and weighs nothing', async () => {
    await open();
    await vi.waitFor(
      () =>
        expect(node.heartbeat.workers.map(({ rooms, consumers }) => [rooms, consumers])).toEqual([[0, 0]]),
      SLOW,
    );
  });

  it('is refused when as many are open as the node allows, also those that come at once', async () => {
    const answers = await Promise.allSettled(Array.from({ length: MAX_SELF_TESTS + 5 }, open));
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? answer.reason.code : []));
    expect(refused).toEqual(Array.from({ length: 5 }, () => 'too-many-requests'));
  });

  it('does not count when it could not be opened', async () => {
    const wrong = { fingerprints: [{ algorithm: 'sha-256' as const, value: 'AB' }] };
    for (let count = 0; count <= MAX_SELF_TESTS; count++) {
      await expect(node.ask('selfTest.open', { dtlsParameters: wrong })).rejects.toMatchObject({
        code: 'invalid-media-parameters',
      });
    }
    await open();
  });
});
