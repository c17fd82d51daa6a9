import type { PairId } from '#protocol/ids.ts';
import { accessToken, TestSignalClient } from '#server/testing/signal-client.ts';
import type { System } from './system.ts';

interface Members<Item> {
  readonly 'hydra:member': readonly Item[];
}

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** What the demo's people have done before the pictures are made: groups, news, calls that were and were not answered. */
export async function fillSystem(system: System): Promise<void> {
  const { 'hydra:member': pairs } = (await system.read('alice', '/pairs')) as Members<{
    readonly '@id': string;
    readonly id: PairId;
    readonly name: string;
  }>;
  const idsOf = (...names: string[]) =>
    pairs.filter(({ name }) => names.includes(name)).map((pair) => pair['@id']);
  const groups = [
    { name: '週次ミーティング', memberPairs: idsOf('Bob', 'Carol') },
    {
      name: '第三営業部 ― 四半期レビューと来期計画の共有会（東京・大阪・福岡合同）',
      memberPairs: idsOf('Bob', 'Carol', 'Reception'),
      guests: ['guest@example.org', 'maximiliane.featherstonehaugh@subsidiary.example.org'],
      start: inDays(-1),
      end: inDays(30),
    },
    { name: 'Design review', memberPairs: idsOf('Carol'), end: inDays(7) },
  ];
  for (const group of groups) await system.write('alice', 'POST', '/groups', group);
  const notices = [
    {
      title: { ja: 'メンテナンスのお知らせ', en: 'Planned maintenance' },
      contents: {
        ja: '日曜日の午前2時から4時まで、サーバーの保守作業を行います。この間は通話をご利用いただけません。',
        en: 'The servers are maintained on Sunday from 2 to 4 in the morning. No calls are possible in that time.',
      },
    },
    {
      title: { ja: 'グループ通話を録画できるようになりました', en: 'Group calls can be recorded' },
      contents: {
        ja: 'グループの主催者は、通話をサーバーに録画できます。',
        en: 'The owner of a group can record its calls on the server.',
      },
    },
  ];
  for (const notice of notices) await system.write('manager', 'POST', '/notifications', notice);
  await makeCalls(system, pairs.find(({ name }) => name === 'Bob')?.id);
}

/** Bob declines, and misses one; no one's browser is needed for it. */
async function makeCalls(system: System, pairId: PairId | undefined): Promise<void> {
  if (pairId === undefined) throw new Error('Alice has no pair with Bob');
  const open = async (name: string) => {
    const { mail, password } = system.account(name);
    const answer = await fetch(`${system.url}/api/v1/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: mail, password }),
    });
    const { token } = (await answer.json()) as { readonly token: string };
    const client = new TestSignalClient(`${system.url.replace('http', 'ws')}/api/v1/signal`);
    await client.open(accessToken(token));
    return client;
  };
  const [alice, bob] = [await open('alice'), await open('bob')];
  const ring = async (caller: TestSignalClient, callee: TestSignalClient) => {
    const { callId } = await caller.request('directCall.invite', { pairId });
    await callee.notice('directCall.rang', (rang) => rang.callId === callId);
    return callId;
  };
  await bob.request('directCall.decline', { callId: await ring(alice, bob) });
  await bob.request('directCall.hangUp', { callId: await ring(bob, alice), reason: 'hung-up' });
  const answered = await ring(alice, bob);
  await bob.request('directCall.accept', { callId: answered });
  await alice.request('directCall.hangUp', { callId: answered, reason: 'hung-up' });
  alice.cut();
  bob.cut();
}
