import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { LogIn, MessagesSquare, TabletSmartphone, Users, Video } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { Group, Pair } from '#client/api/api-types.ts';
import { availableGroupsQuery } from '#client/api/queries/available-groups.ts';
import { ownPairsQuery } from '#client/api/queries/pairs.ts';
import { presenceOf, presenceQuery } from '#client/api/queries/presence.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { callIntent } from '#client/stage/call-intent.ts';
import { useCallPaths } from '#client/stage/call-paths.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { StatusDot } from '#client/ui/status-dot.tsx';
import type { PresenceState } from '#protocol/party.ts';
import { KioskTile, TILE_PICTURE } from './kiosk-tile.tsx';
import { KioskTiles } from './kiosk-tiles.tsx';

const tones = { online: 'success', busy: 'danger', offline: 'neutral' } as const;
const order: Readonly<Record<PresenceState, number>> = { online: 0, busy: 1, offline: 2 };

const nameOf = (pair: Pair): string => pair.nickname || pair.name || pair.label;

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
        <Trans>To call this device, invite it by its serial number. Requests appear here.</Trans>
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
    <KioskTiles label={t`Call`} count={people.length + groups.data.items.length}>
      {people.map(({ pair, state }) => (
        <PairTile key={pair.id} pair={pair} state={state} />
      ))}
      {groups.data.items.map((group) => (
        <GroupTile key={group.id} group={group} />
      ))}
    </KioskTiles>
  );
};

const PairTile = ({ pair, state }: { readonly pair: Pair; readonly state: PresenceState }) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const paths = useCallPaths();
  const shown = nameOf(pair);
  const name = useNamed()({ kind: pair.serialPrinted === null ? 'user' : 'device', name: shown });
  return (
    <KioskTile
      picture={
        <Avatar
          name={shown}
          size={TILE_PICTURE}
          icon={pair.serialPrinted && <TabletSmartphone size="50%" aria-hidden />}
        />
      }
      title={shown}
      detail={
        <>
          <StatusDot tone={tones[state]} aria-hidden />
          {state === 'online' && <Trans>Online</Trans>}
          {state === 'busy' && <Trans>In a call</Trans>}
          {state === 'offline' && <Trans>Offline</Trans>}
        </>
      }
      label={t`Call ${name}`}
      icon={<Video />}
      verb={t({ message: 'Call', context: 'verb' })}
      faint={state === 'offline'}
      onTouch={() => void navigate(`${paths.directCall}?pair=${pair.id}`, { state: callIntent() })}
    />
  );
};

const GroupTile = ({ group }: { readonly group: Group }) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const paths = useCallPaths();
  return (
    <KioskTile
      picture={
        <Avatar name={group.name} size={TILE_PICTURE} icon={<MessagesSquare size="50%" aria-hidden />} />
      }
      title={group.name}
      detail={
        group.online ? (
          <>
            <StatusDot tone="danger" aria-hidden />
            <Trans>Live</Trans>
          </>
        ) : (
          <chakra.span truncate>{group.ownerName}</chakra.span>
        )
      }
      label={t`Join ${group.name}`}
      icon={<LogIn />}
      verb={t`Join`}
      onTouch={() => void navigate(`${paths.groupCall}?group=${group.id}`)}
    />
  );
};
