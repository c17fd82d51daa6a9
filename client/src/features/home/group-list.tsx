import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { LogIn, MessagesSquare } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { Group } from '#client/api/api-types.ts';
import { availableGroupsQuery } from '#client/api/queries/available-groups.ts';
import { unnamedGuests } from '#client/api/unnamed-guests.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { List, ListRow } from '#client/ui/list.tsx';
import { ListFoot } from '#client/ui/list-foot.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { Names } from '#client/ui/names.tsx';
import { RowCue } from '#client/ui/row-cue.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';

export interface GroupListProps {
  readonly userId: string;
  readonly callable: boolean;
}

const SHOWN = 6;

/** The groups that the user is likely to join now; clicking a row joins. */
export const GroupList = ({ userId, callable }: GroupListProps) => {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(availableGroupsQuery(userId, SHOWN));
  if (error) return <LoadingFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={2} />;
  const { items, total } = data;
  if (total === 0) {
    return (
      <EmptyState icon={<MessagesSquare aria-hidden />} title={t`No groups at the moment`}>
        <Trans>Your groups appear here while they’re open.</Trans>
      </EmptyState>
    );
  }
  return (
    <>
      <List>
        {items.map((group) => (
          <GroupRow key={group.id} group={group} callable={callable} />
        ))}
      </List>
      {total > items.length && (
        <ListFoot to="/user/groupchat">
          <Trans>All groups ({total})</Trans>
        </ListFoot>
      )}
    </>
  );
};

const GroupRow = ({ group, callable }: { readonly group: Group; readonly callable: boolean }) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const language = useLanguage();
  const address = `/user/groupchat/talk?group=${group.id}`;
  return (
    <ListRow
      leading={<Avatar name={group.name} icon={<MessagesSquare size={20} aria-hidden />} />}
      title={group.name}
      details={<Names names={group.others} unnamed={unnamedGuests(group)} language={language} />}
      onActivate={callable ? () => void navigate(address) : undefined}
      activateLabel={t`Join ${group.name}`}
      trailing={
        <>
          {group.online && (
            <Badge tone="live">
              <Trans>Live</Trans>
            </Badge>
          )}
          {callable && (
            <RowCue icon={LogIn} inviting={group.online}>
              <Trans>Join</Trans>
            </RowCue>
          )}
        </>
      }
    />
  );
};
