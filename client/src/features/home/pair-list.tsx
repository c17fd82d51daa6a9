import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { UserPlus, Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ownPairsQuery } from '#client/api/queries/pairs.ts';
import { presenceOf, presenceQuery } from '#client/api/queries/presence.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { List } from '#client/ui/list.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { InvitationRow } from './invitation-row.tsx';
import { byPresence, CallableRow, InvitedRow } from './pair-rows.tsx';

const InvitePairDialog = lazy(async () => ({
  default: (await import('./invite-pair-dialog.tsx')).InvitePairDialog,
}));

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
      {byPresence(data.callable, presence).map((pair) => (
        <CallableRow
          key={pair.id}
          pair={pair}
          userId={userId}
          state={presenceOf(pair, presence)}
          callable={callable}
        />
      ))}
      {data.invited.map((pair) => (
        <InvitedRow key={pair.id} pair={pair} />
      ))}
    </List>
  );
};

export const NoPairs = () => {
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
      {open && (
        <Suspense>
          <InvitePairDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
