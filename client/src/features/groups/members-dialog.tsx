import { chakra } from '@chakra-ui/react';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Mail, TabletSmartphone } from 'lucide-react';
import type { Group, Pair } from '#client/api/api-types.ts';
import { nameFirst } from '#client/api/pair-name.ts';
import { groupMembersQuery } from '#client/api/queries/groups.ts';
import { presenceOf, presenceQuery } from '#client/api/queries/presence.ts';
import { unnamedGuests } from '#client/api/unnamed-guests.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { StatusDot } from '#client/ui/status-dot.tsx';
import { TwoLines } from '#client/ui/two-lines.tsx';
import { iri } from '#protocol/rest/field.ts';

const tones = { online: 'success', busy: 'danger', offline: 'neutral' } as const;

/** Who is in a group, and who of them is there. */
export const MembersDialog = ({
  group,
  onClose,
}: {
  readonly group: Group;
  readonly onClose: () => void;
}) => {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(groupMembersQuery(group.id));
  const unnamed = unnamedGuests(group);
  return (
    <Dialog
      title={t`Members of ${group.name}`}
      onClose={onClose}
      actions={
        <Button variant="outline" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <chakra.ul
        listStyle="none"
        m="0"
        p="0"
        display="grid"
        // A long name is cut off instead of making the list wider than its dialog.
        gridTemplateColumns="minmax(0, 1fr)"
        gap="3"
        maxH="60dvh"
        overflowY="auto"
        color="ink"
      >
        {error && <LoadingFailed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonRows rows={2} />}
        <Person name={group.ownerName} details={<Trans>Owner</Trans>} />
        {data
          // The reader's own pair leads to the owner, who stands above.
          ?.filter(({ peer }) => peer !== group.owner)
          .map((pair) => (
            <Member key={pair.id} pair={pair} />
          ))}
        {group.guests.map((mail) => (
          <Person
            key={mail}
            name={mail}
            icon={<Mail size={18} aria-hidden />}
            details={<Trans>Guest</Trans>}
          />
        ))}
        {unnamed > 0 && (
          <Person
            name={t`${plural(unnamed, { one: '# guest', other: '# guests' })}`}
            icon={<Mail size={18} aria-hidden />}
            details={null}
          />
        )}
      </chakra.ul>
    </Dialog>
  );
};

const Member = ({ pair }: { readonly pair: Pair }) => {
  const { t } = useLingui();
  const label = nameFirst(pair);
  const state = presenceOf(pair, useQuery(presenceQuery()).data);
  // Members read no serial number of each other.
  const isDevice = pair.serialPrinted !== null || pair.peer?.startsWith(iri('devices', ''));
  const words = { online: t`Online`, busy: t`In a call`, offline: t`Offline` } as const;
  return (
    <chakra.li display="flex" gap="3" alignItems="center">
      <Avatar
        name={label}
        size="2.5rem"
        icon={isDevice ? <TabletSmartphone size={18} aria-hidden /> : undefined}
        status={<StatusDot tone={tones[state]} aria-hidden />}
      />
      <chakra.span flex="1" minW="0">
        <TwoLines text={label} />
      </chakra.span>
      <chakra.span textStyle="caption" color="ink.muted" flexShrink="0">
        {words[state]}
      </chakra.span>
    </chakra.li>
  );
};

interface PersonProps {
  readonly name: string;
  readonly details: React.ReactNode;
  readonly icon?: React.ReactNode;
}

const Person = ({ name, details, icon }: PersonProps) => (
  <chakra.li display="flex" gap="3" alignItems="center">
    <Avatar name={name} size="2.5rem" icon={icon} />
    <chakra.span flex="1" minW="0" truncate>
      {name}
    </chakra.span>
    <chakra.span textStyle="caption" color="ink.muted" flexShrink="0">
      {details}
    </chakra.span>
  </chakra.li>
);
