import { queryOptions } from '@tanstack/react-query';
import type { Pair } from '#client/api/api-types.ts';
import { kindOfParty } from '#client/api/party-kind.ts';
import type { PresenceState } from '#protocol/party.ts';
import { idOfIri } from '#protocol/rest/field.ts';

export const PRESENCE_KEY = ['presence'] as const;

/** By party key, `user:0192…`. */
export type Presence = Readonly<Record<string, PresenceState>>;

/** Who is there, as the signalling connection tells; never fetched. */
export const presenceQuery = () =>
  queryOptions<Presence>({
    queryKey: PRESENCE_KEY,
    queryFn: () => ({}),
    enabled: false,
    initialData: {},
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The other side's presence: what was told last, else what the list of pairs said. */
export const presenceOf = (pair: Pick<Pair, 'peer' | 'presence'>, presence: Presence): PresenceState => {
  if (pair.peer === null) return pair.presence;
  const kind = kindOfParty(pair.peer);
  return presence[`${kind}:${idOfIri(pair.peer)}`] ?? pair.presence;
};
