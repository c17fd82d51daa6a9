import type { Pair } from '#client/api/api-types.ts';

/** What the user reads of the other side: the own name for it, its nickname, else its mail address or serial number. */
export const pairName = (pair: Pick<Pair, 'name' | 'nickname' | 'mail' | 'serialPrinted'>): string =>
  pair.name || pair.nickname || pair.serialPrinted || pair.mail || '';

/** Name, then mail address or serial number on a second line: for lists of people, in which one looks for a name. */
export const nameFirst = (
  pair: Pick<Pair, 'name' | 'nickname' | 'mail' | 'serialPrinted' | 'label'>,
): string => [pairName(pair) || pair.label, pairDetail(pair)].filter((line) => line !== '').join('\n');

/** The other side with its name, for sentences about it. */
export const pairParty = (
  pair: Pick<Pair, 'name' | 'nickname' | 'mail' | 'serialPrinted'>,
): { readonly kind: 'user' | 'device'; readonly name: string } => ({
  kind: pair.serialPrinted === null ? 'user' : 'device',
  name: pairName(pair),
});

/** Mail address or serial number, where the name is something else. */
export const pairDetail = (pair: Pick<Pair, 'name' | 'nickname' | 'mail' | 'serialPrinted'>): string => {
  const detail = pair.serialPrinted ?? pair.mail ?? '';
  return detail === pairName(pair) ? '' : detail;
};
