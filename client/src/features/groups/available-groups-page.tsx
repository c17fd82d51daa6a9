import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { LogIn, MessagesSquare, Users } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Group } from '#client/api/api-types.ts';
import { servicesInForceQuery } from '#client/api/queries/current-services.ts';
import { currentUserQuery } from '#client/api/queries/current-user.ts';
import { availableGroupsPageQuery } from '#client/api/queries/groups.ts';
import { unnamedGuests } from '#client/api/unnamed-guests.ts';
import { errorText } from '#client/i18n/error-text.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { GroupBadge } from '#client/stage/groups/group-badge.tsx';
import { Avatar } from '#client/ui/avatar.tsx';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { List, ListRow } from '#client/ui/list.tsx';
import { ListPanel } from '#client/ui/list-panel.tsx';
import { ListTools } from '#client/ui/list-tools.tsx';
import { Names } from '#client/ui/names.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { USUAL_PAGE_SIZE } from '#client/ui/page-size.ts';
import { Page } from '#client/ui/panel.tsx';
import { RowCue } from '#client/ui/row-cue.tsx';
import { useListState } from '#client/ui/use-list-state.ts';
import { MembersDialog } from './members-dialog.tsx';

/** `/user/groupchat`: the groups that can be joined now; clicking a row joins. */
export const AvailableGroupsPage = () => {
  const { t, i18n } = useLingui();
  const user = useSuspenseQuery(currentUserQuery()).data;
  const enabled = useQuery(servicesInForceQuery()).data?.group;
  const list = useListState(USUAL_PAGE_SIZE);
  const query = useQuery(availableGroupsPageQuery(user.id, list));
  return (
    <Page width="page">
      <PageHeading
        title={t`Group chat`}
        lead={<Trans>Choose a group to join. You see and hear everyone who is there.</Trans>}
        actions={
          enabled && (
            <Button variant="outline" asChild>
              <Link to="/user/owngroups">
                <Users aria-hidden />
                <Trans>My groups</Trans>
              </Link>
            </Button>
          )
        }
      />
      {enabled === false && (
        <chakra.div mb="4">
          <Banner tone="warning">{i18n._(errorText['service-disabled'])}</Banner>
        </chakra.div>
      )}
      <ListTools
        list={list}
        searchLabel={t`Search groups`}
        sorts={[
          { label: t`Live and recent first` },
          { field: 'name', direction: 'asc', label: t`By name` },
          { field: 'created', direction: 'desc', label: t`Newest first` },
          { field: 'end', direction: 'asc', label: t`Ending soonest` },
        ]}
      />
      <ListPanel
        label={t`Groups`}
        list={list}
        query={query}
        empty={
          <EmptyState
            icon={<MessagesSquare aria-hidden />}
            title={list.search === '' ? t`No groups at the moment` : t`No groups found`}
          >
            <Trans>Your groups appear here while they’re open.</Trans>
          </EmptyState>
        }
      >
        {(groups) => (
          <List>
            {groups.map((group) => (
              <GroupRow key={group.id} group={group} callable={enabled ?? false} />
            ))}
          </List>
        )}
      </ListPanel>
    </Page>
  );
};

const GroupRow = ({ group, callable }: { readonly group: Group; readonly callable: boolean }) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const language = useLanguage();
  const [showing, setShowing] = useState(false);
  const { name } = group;
  return (
    <>
      <ListRow
        leading={<Avatar name={name} icon={<MessagesSquare size={20} aria-hidden />} />}
        title={name}
        details={<Names names={group.others} unnamed={unnamedGuests(group)} language={language} />}
        onActivate={callable ? () => void navigate(`/user/groupchat/talk?group=${group.id}`) : undefined}
        activateLabel={t`Join ${name}`}
        trailing={
          <>
            <GroupBadge group={group} />
            <IconButton label={t`Members of ${name}`} size="sm" onClick={() => setShowing(true)}>
              <Users />
            </IconButton>
            {callable && (
              <RowCue icon={LogIn} inviting={group.online}>
                <Trans>Join</Trans>
              </RowCue>
            )}
          </>
        }
      />
      {showing && <MembersDialog group={group} onClose={() => setShowing(false)} />}
    </>
  );
};
