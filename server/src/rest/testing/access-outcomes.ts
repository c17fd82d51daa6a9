import { expect } from 'vitest';
import type { OperationName, ResourcePath } from '#protocol/rest/api.ts';
import { accessTable, type Reach } from '#server/rest/access-table.ts';
import type { BasicReach } from '#server/rest/server-resource.ts';
import type { ApiAnswer } from './open-test-api.ts';

/** Who asks in the tests of the access table; they and what they are asked for: access-samples.ts. */
export const principals = [
  'nobody',
  'guest',
  'user',
  'otherUser',
  'device',
  'otherDevice',
  'manager',
  'rival',
  'admin',
] as const;
export type PrincipalName = (typeof principals)[number];
export const kindOf = {
  nobody: 'nobody',
  // A guest's link is no access token: it opens a call, and the API takes the guest for no one.
  guest: 'nobody',
  user: 'user',
  otherUser: 'user',
  device: 'device',
  otherDevice: 'device',
  manager: 'manager',
  rival: 'manager',
  admin: 'admin',
} as const;

type Relations = Partial<Record<PrincipalName, readonly BasicReach[]>>;

/**
 * What the principals are to each sample, stated here once more in words of the specification, not taken from the code; who
 * is not named is nothing to it.
 */
const relations: Readonly<Record<ResourcePath, Relations>> = {
  users: { user: ['own'], manager: ['managed'] },
  admins: {},
  devices: { device: ['own'], manager: ['managed'] },
  pairs: {
    user: ['own', 'side'],
    device: ['side', 'invited'],
    manager: ['managed', 'invited'],
    admin: ['invited'],
  },
  groups: { user: ['own', 'side'], device: ['side'], manager: ['managed'] },
  guest_links: { user: ['own'], manager: ['managed'] },
  customers: { user: ['own', 'side'], device: ['own', 'side'], manager: ['own', 'side', 'managed'] },
  features: { user: ['side'], device: ['side'], manager: ['side', 'managed'] },
  services: {},
  settings: { user: ['own'], manager: ['managed'] },
  connections: { user: ['own'], manager: ['managed'] },
  recordings: { user: ['own'], manager: ['managed'] },
  connection_summaries: { manager: ['managed'] },
  notifications: { user: ['side'], manager: ['side', 'managed'] },
  webhooks: { manager: ['managed'] },
  webhook_deliveries: { manager: ['managed'] },
  logs: { manager: ['managed'] },
  tasks: { manager: ['own'] },
  task_rows: { manager: ['own'] },
  mails: {},
};

/** Whether a reach of the table covers the sample, for this principal. */
export function covers(path: ResourcePath, reach: Reach | undefined, who: PrincipalName): boolean {
  const those = relations[path][who] ?? [];
  if (reach === undefined) return false;
  if (reach === 'all' || reach === 'yes') return true;
  if (reach === 'managedOrOwn') return those.some((each) => each === 'managed' || each === 'own');
  if (reach === 'managedOrSide') return those.some((each) => each === 'managed' || each === 'side');
  return those.includes(reach);
}

export const reachOf = (name: OperationName, who: PrincipalName) => accessTable[name][kindOf[who]];
const reads = (path: ResourcePath, who: PrincipalName) =>
  path !== 'connection_summaries' && covers(path, reachOf(`${path}.read` as OperationName, who), who);

export type Outcome = 'may' | 401 | 403 | 404;

export function outcomeOnItem(name: OperationName, path: ResourcePath, who: PrincipalName): Outcome {
  if (kindOf[who] === 'nobody') return 401;
  if (covers(path, reachOf(name, who), who)) return 'may';
  return reads(path, who) ? 403 : 404;
}

export function outcomeOnList(name: OperationName, who: PrincipalName): Outcome {
  if (who === 'guest') return 401;
  if (reachOf(name, who) !== undefined) return 'may';
  return kindOf[who] === 'nobody' ? 401 : 403;
}

/** An id in the form of the sample's that nothing has. */
const unknownId = (path: ResourcePath): string =>
  path === 'connection_summaries' ? `byweek.0.30.${crypto.randomUUID()}` : crypto.randomUUID();

/**
 * The outcome, and that a refusal is, to the letter, what it would be were there no such item, if the asker is not to know
 * that there is one; with any tag, and any wrong body.
 */
export async function expectItemOutcome(
  ask: (
    id: string,
    changes?: { readonly headers?: Record<string, string>; readonly body?: unknown },
  ) => Promise<ApiAnswer>,
  path: ResourcePath,
  id: string,
  outcome: Outcome,
): Promise<ApiAnswer> {
  if (outcome === 404 || outcome === 401) {
    const missing = await ask(unknownId(path));
    const answers = await Promise.all(
      [
        {},
        { headers: { 'if-match': '"1"' } },
        { headers: { 'if-match': '"999"' } },
        { body: { nonsense: 1 } },
      ].map((changes) => ask(id, changes)),
    );
    for (const there of answers) {
      expectOutcome(there, outcome);
      expect([there.status, there.text]).toEqual([missing.status, missing.text]);
      expect(Object.keys(there.headers).sort()).toEqual(Object.keys(missing.headers).sort());
    }
  }
  const answer = await ask(id);
  expectOutcome(answer, outcome);
  return answer;
}

export function expectOutcome(answer: ApiAnswer, outcome: Outcome): void {
  if (outcome === 'may') expect(answer.status, answer.text).toBeLessThan(300);
  else {
    expect(answer.status, answer.text).toBe(outcome);
    // A refusal says nothing of the item.
    expect(Object.keys(answer.body).sort()).toEqual(
      ['@context', '@type', 'code', 'hydra:description', 'hydra:title'].sort(),
    );
  }
}
