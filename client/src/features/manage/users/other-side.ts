import type { Pair } from '#client/api/api-types.ts';
import { pairDetail, pairName } from '#client/api/pair-name.ts';

export interface OtherSide {
  readonly name: string;
  /** Mail address or serial number, where the name is something else. */
  readonly detail: string;
  /** IRI; null: a device that has not approved. */
  readonly party: string | null;
}

/** Whom one of the two is paired with, as a manager reads the pair: from its owner's side. */
export const otherSide = (pair: Pair, party: string): OtherSide =>
  pair.owner === party
    ? { name: pairName(pair), detail: pairDetail(pair), party: pair.peer }
    : { name: pair.ownerName, detail: '', party: pair.owner };
