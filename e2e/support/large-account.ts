import { MAX_CALL_MEMBERS } from '#protocol/limits.ts';
import { makeSerial } from '#protocol/serial.ts';
import type { System } from './system.ts';

export interface LargeAccount {
  /** Devices that the user can call. */
  readonly contacts: number;
  /** Devices that have not approved. */
  readonly pending: number;
  readonly groups: number;
}

/** So many requests at once: the set-up of hundreds is not to take minutes. */
const AT_ONCE = 4;

const NAMES = [
  '会議室',
  'Reception desk',
  'Maximiliane Featherstonehaugh-Wolkenstein, subsidiary for innovation',
  'غرفة الاجتماعات',
  'Ward',
] as const;

const nameOf = (number: number): string => `${NAMES[number % NAMES.length]} ${number}`;

type Call = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>;

/** Signs in once, however much is asked for then. */
async function signedIn({ url, account }: System, name: string): Promise<Call> {
  const send = async (path: string, init: RequestInit): Promise<unknown> => {
    const answer = await fetch(`${url}/api/v1${path}`, init);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return await answer.json();
  };
  const { mail, password } = account(name);
  const { token } = (await send('/auth', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: mail, password }),
  })) as { readonly token: string };
  return (method, path, body) =>
    send(path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/ld+json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
}

async function each(count: number, make: (number: number) => Promise<unknown>): Promise<void> {
  let next = 1;
  const worker = async () => {
    for (let number = next++; number <= count; number = next++) await make(number);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Gives Alice the contacts and groups of someone who has used the product for years. */
export async function fillLargeAccount(
  system: System,
  { contacts, pending, groups }: LargeAccount,
): Promise<void> {
  const [manager, alice] = [await signedIn(system, 'manager'), await signedIn(system, 'alice')];
  await each(contacts + pending, async (number) => {
    const serial = makeSerial('ROOM', number).long;
    await manager('POST', '/devices', { serialNumber: serial, name: nameOf(number) });
    const pair = (await alice('POST', '/pairs', { serialLong: serial, name: nameOf(number) })) as {
      readonly id: string;
    };
    if (number <= contacts) await manager('POST', `/pairs/${pair.id}/approval`);
  });
  const { 'hydra:member': pairs } = (await alice('GET', '/pairs?pageSize=100&state=VERIFIED')) as {
    readonly 'hydra:member': readonly { readonly '@id': string }[];
  };
  // As many as a call holds beside its owner.
  const everybody = pairs.slice(0, MAX_CALL_MEMBERS - 1).map((pair) => pair['@id']);
  await each(groups, (number) =>
    alice('POST', '/groups', {
      name: `週次ミーティング ${number}${number % 7 === 0 ? ' ― 第三営業部の四半期レビューと来期計画の共有会（東京・大阪・福岡合同）' : ''}`,
      // The first has everyone.
      memberPairs: number === 1 ? everybody : everybody.slice(0, number % 5),
    }),
  );
}
