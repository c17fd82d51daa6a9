import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { UserPlus, Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { likelyPairsQuery, waitingPairsQuery } from '#client/api/queries/pairs.ts';
import { presenceOf, presenceQuery } from '#client/api/queries/presence.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { List } from '#client/ui/list.tsx';
import { ListFoot } from '#client/ui/list-foot.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { InvitationRow } from './invitation-row.tsx';
import { byPresence, CallableRow, InvitedRow } from './pair-rows.tsx';

const InvitePairDialog = lazy(async () => ({
  default: (await import('./invite-pair-dialog.tsx')).InvitePairDialog,
}));

const ALL_PEOPLE = '/user/videochat';
/** Enough for those who are called again and again. */
const SHOWN = 6;
/** Anyone who waits for an answer comes first, but does not fill the list. */
const INVITATIONS_SHOWN = 3;

export interface PairListProps {
  readonly userId: string;
  /** Without the service, people are shown, but cannot be called. */
  readonly callable: boolean;
}

/** Whom the user is likely to call; clicking a row calls. */
export const PairList = ({ userId, callable }: PairListProps) => {
  const likely = useQuery(likelyPairsQuery(userId, SHOWN));
  const waiting = useQuery(waitingPairsQuery(userId));
  const { data: presence } = useQuery(presenceQuery());
  const failed = likely.error ? likely : waiting;
  if (failed.error) return <LoadingFailed error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!likely.data || !waiting.data) return <SkeletonRows />;
  const { items, total } = likely.data;
  const { invitations, invited } = waiting.data;
  if (total + invited.length + invitations.length === 0) return <NoPairs callable={callable} />;
  // Where there are few people, there is space for those who have not approved yet.
  const pending = invited.slice(0, SHOWN - items.length);
  return (
    <>
      <List>
        {invitations.slice(0, INVITATIONS_SHOWN).map((pair) => (
          <InvitationRow key={pair.id} pair={pair} />
        ))}
        {byPresence(items, presence).map((pair) => (
          <CallableRow
            key={pair.id}
            pair={pair}
            userId={userId}
            state={presenceOf(pair, presence)}
            callable={callable}
          />
        ))}
        {pending.map((pair) => (
          <InvitedRow key={pair.id} pair={pair} />
        ))}
      </List>
      {total > items.length ? (
        <ListFoot to={ALL_PEOPLE}>
          <Trans>All people ({total})</Trans>
        </ListFoot>
      ) : (
        (invitations.length > INVITATIONS_SHOWN || invited.length > pending.length) && (
          <ListFoot to={ALL_PEOPLE}>
            <Trans>All invitations ({invitations.length + invited.length})</Trans>
          </ListFoot>
        )
      )}
    </>
  );
};

export const NoPairs = ({ callable }: { readonly callable: boolean }) => {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<Users aria-hidden />}
      title={t`No one to call yet`}
      action={callable && <InviteButton variant="solid" />}
    >
      {callable && <Trans>Invite someone by e-mail. Once they approve, you can call each other.</Trans>}
    </EmptyState>
  );
};

/** Opens the dialog that invites someone. */
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
