import type { Pair } from '#client/api/api-types.ts';
import { nameFirst } from '#client/api/pair-name.ts';
import { idOfIri, iri } from '#protocol/rest/field.ts';

/** A user who asks about the pairs of others, and may be a side of one. */
export interface Self {
  readonly id: string;
  /** Name, and on a second line the mail address. */
  readonly label: string;
}

/** Whom a pair leads to from one of its sides. */
export interface OtherSide {
  /** Name, and on a second line the mail address or serial number. */
  readonly label: string;
  /** The address of the user or device; null: not known. */
  readonly party: string | null;
  /** The presence of the pair is theirs. */
  readonly presenceKnown: boolean;
}

/** The API tells of a pair as the asker sees it: to a side the other one, to anyone else the invited one. */
export const otherSideOf = (
  ownerId: string,
  pair: Pick<Pair, 'owner' | 'ownerName' | 'peer' | 'label' | 'name' | 'nickname' | 'mail' | 'serialPrinted'>,
  self: Self | null,
): OtherSide => {
  if (pair.peer === null || idOfIri(pair.peer) !== ownerId) {
    return { label: nameFirst(pair), party: pair.peer, presenceKnown: true };
  }
  if (idOfIri(pair.owner) !== ownerId) {
    return { label: pair.ownerName, party: pair.owner, presenceKnown: false };
  }
  return {
    label: self?.label ?? nameFirst(pair),
    party: self && iri('users', self.id),
    presenceKnown: false,
  };
};
