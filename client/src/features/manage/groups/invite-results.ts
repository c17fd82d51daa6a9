import type { Group, Pair } from '#client/api/api-types.ts';
import type { InvitationAnswer, Invitees } from '#client/api/queries/manage/groups.ts';
import { otherSideOf } from '#client/api/queries/other-side.ts';
import type { GroupInvitationError } from '#protocol/errors.ts';
import { type Iri, idOfIri, iri } from '#protocol/rest/field.ts';

/** Someone of a group who is invited by mail. */
export type Invitee =
  | { readonly kind: 'member'; readonly pair: Iri<'pairs'>; readonly label: string }
  | { readonly kind: 'guest'; readonly label: string };

/** How it went for one of them. */
export interface InviteResult {
  readonly invitee: Invitee;
  /** Null: the invitation is on its way. */
  readonly code: GroupInvitationError | null;
}

/** Everyone of a group: its members as their pairs say, then its guests. */
export const inviteesOf = (group: Group, pairs: readonly Pair[]): readonly Invitee[] => [
  ...pairs.map(
    (pair): Invitee => ({
      kind: 'member',
      pair: iri('pairs', pair.id),
      label: otherSideOf(idOfIri(group.owner), pair).label.replace(/\n(.*)/, ' ($1)'),
    }),
  ),
  ...group.guests.map((mail): Invitee => ({ kind: 'guest', label: mail })),
];

/** A result for each one who was invited: the server names those alone whom it could not invite. */
export const resultsOf = (
  invited: readonly Invitee[],
  { failures }: InvitationAnswer,
): readonly InviteResult[] =>
  invited.map((invitee) => {
    const failure = failures.find(({ pair, label }) =>
      invitee.kind === 'member' ? pair === invitee.pair : pair === null && isSameMail(label, invitee.label),
    );
    return { invitee, code: failure?.code ?? null };
  });

const isSameMail = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** A device has no address, and a wrong one stays wrong: inviting again leads to the same. */
const FINAL: ReadonlySet<GroupInvitationError> = new Set([
  'ERROR_GROUP_HAS_NO_EMAIL',
  'ERROR_GROUP_INVALID_EMAIL',
]);

/** Those who could not be invited, but may be by another attempt. */
export const retryableOf = (results: readonly InviteResult[]): readonly Invitee[] =>
  results.flatMap(({ invitee, code }) => (code === null || FINAL.has(code) ? [] : invitee));

/** Whom to ask the server to invite. */
export const askedFor = (invitees: readonly Invitee[]): Invitees => ({
  memberPairs: invitees.flatMap((invitee) => (invitee.kind === 'member' ? invitee.pair : [])),
  guests: invitees.flatMap((invitee) => (invitee.kind === 'guest' ? invitee.label : [])),
});

/** The results after some were invited again: of the others they stay. */
export const withRetry = (
  before: readonly InviteResult[],
  again: readonly InviteResult[],
): readonly InviteResult[] =>
  before.map((result) => again.find(({ invitee }) => invitee === result.invitee) ?? result);
