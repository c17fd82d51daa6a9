import type { Pair } from '#client/api/api-types.ts';
import { nameFirst } from '#client/api/pair-name.ts';
import { idOfIri } from '#protocol/rest/field.ts';

/** Whom a pair leads to from one of its sides. */
export interface OtherSide {
  /** Name, and on a second line the mail address or serial number if the API shows it. */
  readonly label: string;
  /** The address of the user or device; null: not known. */
  readonly party: string | null;
  /** The presence of the pair is theirs. */
  readonly presenceKnown: boolean;
}

/** The other side of a party's pair. The API shows managers the target of every pair, also of a pair in which the party is the target. */
export const otherSideOf = (
  partyId: string,
  pair: Pick<
    Pair,
    | 'owner'
    | 'customer'
    | 'ownerName'
    | 'ownerMail'
    | 'ownerSerialPrinted'
    | 'peer'
    | 'label'
    | 'name'
    | 'nickname'
    | 'mail'
    | 'serialPrinted'
  >,
): OtherSide => {
  if (pair.peer === null || idOfIri(pair.peer) !== partyId) {
    return { label: nameFirst(pair), party: pair.peer, presenceKnown: true };
  }
  const { owner, customer, ownerName, ownerMail, ownerSerialPrinted } = pair;
  const detail = ownerSerialPrinted ?? ownerMail ?? ownerName;
  const label = detail === ownerName ? ownerName : `${ownerName}\n${detail}`;
  // A link to someone of another customer leads nowhere.
  return { label, party: customer === null ? null : owner, presenceKnown: false };
};
