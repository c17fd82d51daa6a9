import { expect, it } from 'vitest';
import { findingOfRelays, type RelayOutcome } from './turn-check.ts';

const works: RelayOutcome = { kind: 'works', roundTripMs: 12, lost: 0 };
const refused: RelayOutcome = { kind: 'refused' };
const blocked: RelayOutcome = { kind: 'blocked' };

it.each<[RelayOutcome, RelayOutcome, string, string | undefined, readonly string[]]>([
  [works, { ...works, lost: 5 }, 'good', undefined, ['UDP 12 ms', 'TCP 12 ms (−5 %)']],
  [works, blocked, 'weak', 'turn-partly', ['UDP 12 ms', 'TCP ×']],
  [works, refused, 'weak', 'turn-partly', ['UDP 12 ms', 'TCP × 401']],
  [blocked, blocked, 'bad', 'turn-blocked', ['UDP ×', 'TCP ×']],
  [refused, refused, 'bad', 'turn-refused', ['UDP × 401', 'TCP × 401']],
  // The relay is there, and it is the credentials that have to be mended.
  [blocked, refused, 'bad', 'turn-refused', ['UDP ×', 'TCP × 401']],
])('of %j and %j the finding is %s, %s', (udp, tcp, verdict, problem, figures) => {
  const finding = findingOfRelays([
    { name: 'UDP', outcome: udp },
    { name: 'TCP', outcome: tcp },
  ]);
  expect([finding.verdict, finding.problem?.kind, finding.figures]).toEqual([verdict, problem, figures]);
});
