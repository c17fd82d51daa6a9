import { chakra } from '@chakra-ui/react';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Mail, TabletSmartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Group, Pair } from '#client/api/api-types.ts';
import { groupMembersQuery } from '#client/api/queries/groups.ts';
import { managedGroupQuery } from '#client/api/queries/manage/groups.ts';
import { otherSideOf } from '#client/api/queries/other-side.ts';
import { unnamedGuests } from '#client/api/unnamed-guests.ts';
import { PartyLink } from '#client/features/manage/pick/party-link.tsx';
import { Avatar } from '#client/ui/avatar.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { Section } from '#client/ui/section.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { StatusDot } from '#client/ui/status-dot.tsx';
import { idOfIri } from '#protocol/rest/field.ts';

/** How old a presence may be while the page is seen. */
const PRESENCE_MS = 15_000;

const TONES = { online: 'success', busy: 'danger', offline: 'neutral' } as const;

export interface ParticipantsProps {
  readonly group: Group;
}

/** Who is in a group, and who of them could be called now. */
export const Participants = ({ group }: ParticipantsProps) => {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({
    ...groupMembersQuery(group.id, group.owner),
    refetchInterval: PRESENCE_MS,
  });
  // For the presence of its owner; the page shows what comes.
  useQuery({ ...managedGroupQuery(group.id), refetchInterval: PRESENCE_MS });
  const unnamed = unnamedGuests(group);
  const guests = t`${plural(unnamed, { one: '# guest', other: '# guests' })}`;
  return (
    <Section title={t`Participants`}>
      <chakra.ul
        listStyle="none"
        m="0"
        px={{ base: '4', md: '5' }}
        py="3"
        css={{ '& a[href]': { color: 'link', fontWeight: 'semibold' } }}
      >
        <Owner group={group} />
        {data?.map((pair) => (
          <Member key={pair.id} pair={pair} ownerId={idOfIri(group.owner)} />
        ))}
        {group.guests.map((mail) => (
          <Person key={mail} name={mail} icon={<Mail size={18} aria-hidden />} note={<Trans>Guest</Trans>}>
            {mail}
          </Person>
        ))}
        {unnamed > 0 && (
          <Person name={guests} icon={<Mail size={18} aria-hidden />} note={null}>
            {guests}
          </Person>
        )}
      </chakra.ul>
      {error && <LoadingFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={2} />}
    </Section>
  );
};

const presenceWords = { online: msg`Online`, busy: msg`In a call`, offline: msg`Offline` } as const;

const Owner = ({ group: { owner, ownerName, ownerPresence } }: ParticipantsProps) => {
  const { i18n } = useLingui();
  return (
    <Person
      name={ownerName}
      icon={owner.includes('/devices/') && <TabletSmartphone size={18} aria-hidden />}
      status={<StatusDot tone={TONES[ownerPresence]} aria-hidden />}
      note={
        <>
          <Trans>Owner</Trans> · {i18n._(presenceWords[ownerPresence])}
        </>
      }
    >
      <PartyLink party={owner} name={ownerName} />
    </Person>
  );
};

interface MemberProps {
  readonly pair: Pair;
  readonly ownerId: string;
}

const Member = ({ pair, ownerId }: MemberProps) => {
  const { i18n } = useLingui();
  const { label, party, presenceKnown } = otherSideOf(ownerId, pair);
  const [first = '', ...more] = label.split('\n');
  return (
    <Person
      name={first}
      icon={party?.includes('/devices/') && <TabletSmartphone size={18} aria-hidden />}
      status={presenceKnown && <StatusDot tone={TONES[pair.presence]} aria-hidden />}
      note={
        pair.state === 'INVITED' ? (
          <Badge tone="warning">
            <Trans>Not approved yet</Trans>
          </Badge>
        ) : (
          presenceKnown && i18n._(presenceWords[pair.presence])
        )
      }
    >
      {party ? <PartyLink party={party} name={first} /> : first}
      {more.length > 0 && (
        <chakra.span display="block" textStyle="small" color="ink.muted" truncate>
          {more.join(' ')}
        </chakra.span>
      )}
    </Person>
  );
};

interface PersonProps {
  readonly name: string;
  readonly icon?: ReactNode;
  readonly status?: ReactNode;
  readonly note: ReactNode;
  readonly children: ReactNode;
}

const Person = ({ name, icon, status, note, children }: PersonProps) => (
  <chakra.li display="flex" gap="3" alignItems="center" py="1.5">
    <Avatar name={name} size="2.25rem" icon={icon || undefined} status={status} />
    <chakra.span flex="1" minW="0" overflowWrap="anywhere">
      {children}
    </chakra.span>
    <chakra.span textStyle="caption" color="ink.muted" flexShrink="0">
      {note}
    </chakra.span>
  </chakra.li>
);
