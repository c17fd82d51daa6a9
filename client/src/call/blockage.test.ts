import { describe, expect, it } from 'vitest';
import { type Blockage, blockageOf, hasPath } from './blockage.ts';

const stun = { urls: ['stun:turn.example.test'] };
const turn = { urls: ['turn:turn.example.test', 'turns:turn.example.test:443?transport=tcp'] };

const report = (...candidateTypes: readonly RTCIceCandidateType[]): RTCStatsReport =>
  new Map<string, unknown>([
    ...candidateTypes.map(
      (candidateType) => [candidateType, { type: 'local-candidate', candidateType }] as const,
    ),
    // The other end's relay says nothing of this one's.
    ['remote', { type: 'remote-candidate', candidateType: 'relay' }],
  ]);

describe('why no media gets through', () => {
  it.each<[Blockage, typeof stun, RTCStatsReport, boolean]>([
    ['relay-missing', stun, report('host', 'srflx'), false],
    ['relay-unreachable', turn, report('host'), false],
    ['relay-refused', turn, report('host', 'srflx'), true],
    // One of its addresses is enough.
    ['beyond-relay', turn, report('host', 'relay'), true],
  ])('is %s', (blockage, server, candidates, refused) => {
    expect(blockageOf([server], candidates, refused)).toBe(blockage);
  });
});

it('a path is there once a pair of addresses answers', () => {
  const pair = (state: RTCStatsIceCandidatePairState): RTCStatsReport =>
    new Map<string, unknown>([['pair', { type: 'candidate-pair', state }]]);
  expect([pair('in-progress'), pair('failed'), pair('succeeded')].map(hasPath)).toEqual([false, false, true]);
});
