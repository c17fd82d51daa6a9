import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { LogIn, MessagesSquare, TabletSmartphone, Users, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Group, Pair } from '#client/api/api-types.ts';
import { availableGroupsQuery } from '#client/api/queries/available-groups.ts';
import { ownPairsQuery } from '#client/api/queries/pairs.ts';
import { presenceOf, presenceQuery } from '#client/api/queries/presence.ts';
import { callIntent } from '#client/stage/call-intent.ts';
import { useCallPlaces } from '#client/stage/call-places.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { StatusDot } from '#client/ui/status-dot.tsx';
import type { PresenceState } from '#protocol/party.ts';
import { KioskTile } from './kiosk-tile.tsx';

const tones = { online: 'success', busy: 'danger', offline: 'neutral' } as const;
const order: Readonly<Record<PresenceState, number>> = { online: 0, busy: 1, offline: 2 };

const nameOf = (pair: Pair): string => pair.nickname || pair.name || pair.label;

const Tiles = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <chakra.section aria-label={title}>
    <chakra.h2 textStyle="label" color="ink.muted" mb="3">
      {title}
    </chakra.h2>
    <chakra.ul
      listStyleType="none"
      display="grid"
      gap="3"
      gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 17rem), 1fr))"
    >
      {children}
    </chakra.ul>
  </chakra.section>
);

/** Whom and what the device can call now, one touch away. */
export const KioskPairs = ({ deviceId }: { readonly deviceId: string }) => {
  const { t } = useLingui();
  const pairs = useQuery(ownPairsQuery(deviceId, 'devices'));
  const groups = useQuery(availableGroupsQuery(deviceId));
  const { data: presence } = useQuery(presenceQuery());
  if (!pairs.data || !groups.data) return <SkeletonRows rows={3} />;
  if (pairs.data.callable.length + groups.data.items.length === 0) {
    return (
      <EmptyState icon={<Users aria-hidden />} title={t`No one to call yet`}>
        <Trans>
          Whoever would like to call this device invites it by its serial number. The request appears here.
        </Trans>
      </EmptyState>
    );
  }
  const people = pairs.data.callable
    .map((pair) => ({ pair, state: presenceOf(pair, presence) }))
    .sort(
      (one, other) =>
        order[one.state] - order[other.state] || nameOf(one.pair).localeCompare(nameOf(other.pair)),
    );
  return (
    <chakra.div display="grid" gap="8">
      {people.length > 0 && (
        <Tiles title={t`Call`}>
          {people.map(({ pair, state }) => (
            <PairTile key={pair.id} pair={pair} state={state} />
          ))}
        </Tiles>
      )}
      {groups.data.items.length > 0 && (
        <Tiles title={t`Groups`}>
          {groups.data.items.map((group) => (
            <GroupTile key={group.id} group={group} />
          ))}
        </Tiles>
      )}
    </chakra.div>
  );
};

const PairTile = ({ pair, state }: { readonly pair: Pair; readonly state: PresenceState }) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const places = useCallPlaces();
  const name = nameOf(pair);
  return (
    <KioskTile
      picture={
        <Avatar
          name={name}
          size="3.5rem"
          icon={pair.serialPrinted && <TabletSmartphone size="1.75rem" aria-hidden />}
        />
      }
      title={name}
      detail={
        <>
          <StatusDot bare tone={tones[state]} aria-hidden />
          {state === 'online' && <Trans>Online</Trans>}
          {state === 'busy' && <Trans>In a call</Trans>}
          {state === 'offline' && <Trans>Offline</Trans>}
        </>
      }
      label={t`Call ${name}`}
      icon={<Video size="1.75rem" />}
      faint={state === 'offline'}
      onTouch={() => void navigate(`${places.directCall}?pair=${pair.id}`, { state: callIntent() })}
    />
  );
};

const GroupTile = ({ group }: { readonly group: Group }) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const places = useCallPlaces();
  return (
    <KioskTile
      picture={
        <Avatar name={group.name} size="3.5rem" icon={<MessagesSquare size="1.75rem" aria-hidden />} />
      }
      title={group.name}
      detail={
        group.online ? (
          <>
            <StatusDot bare tone="danger" aria-hidden />
            <Trans>Live</Trans>
          </>
        ) : (
          <chakra.span truncate>{group.ownerName}</chakra.span>
        )
      }
      label={t`Join ${group.name}`}
      icon={<LogIn size="1.75rem" />}
      onTouch={() => void navigate(`${places.groupCall}?group=${group.id}`)}
    />
  );
};
