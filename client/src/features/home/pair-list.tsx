import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Phone, TabletSmartphone, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Pair } from '#client/api/api-types.ts';
import { type OwnPairs, ownPairsQuery } from '#client/api/queries/pairs.ts';
import { type Presence, presenceOf, presenceQuery } from '#client/api/queries/presence.ts';
import { errorText } from '#client/i18n/error-text.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { List, ListRow } from '#client/ui/list.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import type { PresenceState } from '#protocol/party.ts';
import { InvitationRow } from './invitation-row.tsx';
import { InvitePairDialog } from './invite-pair-dialog.tsx';
import { LoadingFailed } from './loading-failed.tsx';
import { pairDetail, pairName } from './pair-name.ts';
import { PresenceDot, PresenceWord } from './presence.tsx';
import { WithdrawButton } from './withdraw-button.tsx';

export interface PairListProps {
  readonly userId: string;
  /** Without the service, people are shown, but cannot be called. */
  readonly callable: boolean;
}

/** Everybody whom the user may call; clicking a row calls. */
export const PairList = ({ userId, callable }: PairListProps) => {
  const { data, error, refetch } = useQuery(ownPairsQuery(userId));
  const { data: presence } = useQuery(presenceQuery());
  if (error) return <LoadingFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows />;
  if (data.callable.length + data.invited.length + data.invitations.length === 0) return <NoPairs />;
  return (
    <List>
      {data.invitations.map((pair) => (
        <InvitationRow key={pair.id} pair={pair} />
      ))}
      {byPresence(data, presence).map((pair) => (
        <CallableRow key={pair.id} pair={pair} state={presenceOf(pair, presence)} callable={callable} />
      ))}
      {data.invited.map((pair) => (
        <InvitedRow key={pair.id} pair={pair} />
      ))}
    </List>
  );
};

const order: Readonly<Record<PresenceState, number>> = { online: 0, busy: 1, offline: 2 };

const byPresence = ({ callable }: OwnPairs, presence: Presence): readonly Pair[] =>
  [...callable].sort(
    (one, other) =>
      order[presenceOf(one, presence)] - order[presenceOf(other, presence)] ||
      pairName(one).localeCompare(pairName(other)),
  );

const PairAvatar = ({ pair, state }: { readonly pair: Pair; readonly state?: PresenceState }) => (
  <Avatar
    name={pairName(pair)}
    icon={pair.serialPrinted && <TabletSmartphone size={20} aria-hidden />}
    status={state && <PresenceDot state={state} />}
  />
);

interface CallableRowProps {
  readonly pair: Pair;
  readonly state: PresenceState;
  readonly callable: boolean;
}

const CallableRow = ({ pair, state, callable }: CallableRowProps) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const name = pairName(pair);
  const address = `/user/videochat/talk?pair=${pair.id}`;
  return (
    <ListRow
      leading={<PairAvatar pair={pair} state={state} />}
      title={name}
      details={<PresenceWord state={state} detail={pairDetail(pair)} />}
      onActivate={callable ? () => void navigate(address) : undefined}
      activateLabel={t`Call ${name}`}
      trailing={
        callable && (
          // The row is the button; this shows what it does.
          <Button
            size="sm"
            variant={state === 'online' ? 'solid' : 'outline'}
            pointerEvents="none"
            tabIndex={-1}
            aria-hidden
          >
            <Phone aria-hidden />
            <Trans>Call</Trans>
          </Button>
        )
      }
    />
  );
};

const InvitedRow = ({ pair }: { readonly pair: Pair }) => (
  <ListRow
    leading={<PairAvatar pair={pair} />}
    title={pairName(pair)}
    details={pairDetail(pair)}
    trailing={
      <>
        <Badge tone="warning">
          <Trans>Waiting for approval</Trans>
        </Badge>
        <WithdrawButton pair={pair} />
      </>
    }
    onActivate={() => showSnackbar('error', <NotApproved device={pair.serialPrinted !== null} />)}
  />
);

const NotApproved = ({ device }: { readonly device: boolean }) => {
  const { i18n } = useLingui();
  return i18n._(errorText[device ? 'device-not-approved' : 'user-not-approved']);
};

const NoPairs = () => {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<Users aria-hidden />}
      title={t`Nobody to call yet`}
      action={<InviteButton variant="solid" />}
    >
      <Trans>Invite somebody by e-mail. Once they approve, either of you can call the other.</Trans>
    </EmptyState>
  );
};

/** Opens the dialog that invites somebody. */
export const InviteButton = ({ variant = 'outline' }: { readonly variant?: 'solid' | 'outline' }) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant={variant} onClick={() => setOpen(true)}>
        <UserPlus aria-hidden />
        <Trans>Invite</Trans>
      </Button>
      {open && <InvitePairDialog onClose={() => setOpen(false)} />}
    </>
  );
};
