import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { memberChoicesQuery } from '#client/api/queries/groups.ts';
import { otherSideOf } from '#client/api/queries/other-side.ts';
import { pairsOfText } from './group-schema.ts';

export interface MemberNamesProps {
  readonly ownerId: string;
  /** Of the field of the members. */
  readonly text: string;
}

/** Members in words; those who are not among the first pairs of the owner are counted. */
export const MemberNames = ({ ownerId, text }: MemberNamesProps) => {
  const { data } = useQuery(memberChoicesQuery(ownerId, 'all', ''));
  const wanted = new Set<string>(pairsOfText(text));
  const known = data?.items.filter((pair) => wanted.has(pair['@id'])) ?? [];
  const names = known.map((pair) => otherSideOf(ownerId, pair).label.split('\n')[0]).join(', ');
  const others = wanted.size - known.length;
  if (others === 0) return names;
  const more = <Plural value={others} one="# other" other="# others" />;
  return names === '' ? (
    more
  ) : (
    <Trans>
      {names} and {more}
    </Trans>
  );
};
