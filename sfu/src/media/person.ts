import { type Party, type PartyKey, partyKey } from '#protocol/party.ts';

/** Names a person across rooms and sessions. A guest's id is that of one link and one browser (SPEC.md, S14). */
export const personOf = (party: Pick<Party, 'kind' | 'id'>): PartyKey => partyKey(party);
