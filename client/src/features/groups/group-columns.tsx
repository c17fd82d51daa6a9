import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Group } from '#client/api/api-types.ts';
import { unnamedGuests } from '#client/api/unnamed-guests.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { GroupBadge } from '#client/stage/groups/group-badge.tsx';
import type { Column } from '#client/ui/data-table.tsx';
import { Moment } from '#client/ui/moment.tsx';
import { Names } from '#client/ui/names.tsx';

/** The columns of a list of groups. */
export const useGroupColumns = (): readonly Column<Group>[] => {
  const { t } = useLingui();
  const language = useLanguage();
  return [
    {
      label: t`Name`,
      sortBy: 'name',
      main: true,
      cell: (group) => (
        <chakra.span display="inline-flex" flexWrap="wrap" gap="2" alignItems="center">
          {group.name}
          <GroupBadge group={group} />
        </chakra.span>
      ),
    },
    {
      label: t`Members`,
      cell: (group) =>
        group.others.length === 0 ? (
          <chakra.span color="ink.subtle">
            <Trans>No people yet</Trans>
          </chakra.span>
        ) : (
          <Names names={group.others} unnamed={unnamedGuests(group)} language={language} />
        ),
    },
    {
      label: t`Start`,
      sortBy: 'start',
      cell: ({ start }) => <Bound time={start} />,
      empty: ({ start }) => start === null,
    },
    {
      label: t`End`,
      sortBy: 'end',
      cell: ({ end }) => <Bound time={end} />,
      empty: ({ end }) => end === null,
    },
  ];
};

const Bound = ({ time }: { readonly time: string | null }) =>
  time === null ? (
    <chakra.span color="ink.subtle">
      <Trans>Always</Trans>
    </chakra.span>
  ) : (
    <Moment time={time} />
  );
