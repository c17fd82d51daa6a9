import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Plus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import type { Group } from '#client/api/api-types.ts';
import { servicesInForceQuery } from '#client/api/queries/current-services.ts';
import { currentUserQuery } from '#client/api/queries/current-user.ts';
import { ownGroupsQuery } from '#client/api/queries/groups.ts';
import { errorText } from '#client/i18n/error-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { DataTable } from '#client/ui/data-table.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ListPanel } from '#client/ui/list-panel.tsx';
import { ListTools } from '#client/ui/list-tools.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { USUAL_PAGE_SIZE } from '#client/ui/page-size.ts';
import { Page } from '#client/ui/panel.tsx';
import { useListState } from '#client/ui/use-list-state.ts';
import { GroupActions } from './group-actions.tsx';
import { useGroupColumns } from './group-columns.tsx';
import { GroupDialog } from './group-dialog.tsx';

/** `/user/owngroups`: the groups that the user has made. */
export const OwnGroupsPage = () => {
  const { t, i18n } = useLingui();
  const user = useSuspenseQuery(currentUserQuery()).data;
  const list = useListState(USUAL_PAGE_SIZE);
  const query = useQuery(ownGroupsQuery(user.id, list));
  const [adding, setAdding] = useState(false);
  const columns = useGroupColumns();
  const enabled = useQuery(servicesInForceQuery()).data?.group;
  const add = enabled && (
    <Button onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      <Trans>Create group</Trans>
    </Button>
  );
  return (
    <Page width="page">
      <PageHeading
        title={t`My groups`}
        lead={<Trans>Groups you created: members, opening times and guest links.</Trans>}
        actions={add}
      />
      {enabled === false && (
        <chakra.div mb="4">
          <Banner tone="warning">{i18n._(errorText['service-disabled'])}</Banner>
        </chakra.div>
      )}
      <ListTools list={list} searchLabel={t`Search groups`} />
      <ListPanel
        label={t`My groups`}
        list={list}
        query={query}
        empty={
          <EmptyState
            icon={<UsersRound aria-hidden />}
            title={list.search === '' ? t`No groups yet` : t`No groups found`}
            action={list.search === '' && add}
          >
            {list.search === '' && enabled && (
              <Trans>Create one with guests and the people and devices you’re paired with.</Trans>
            )}
          </EmptyState>
        }
      >
        {(groups) => (
          <DataTable<Group>
            caption={t`My groups`}
            columns={columns}
            items={groups}
            keyOf={(group) => group.id}
            sort={list.sort}
            onSort={list.setSort}
            actionsLabel={t`Actions`}
            actions={(group) => <GroupActions group={group} userId={user.id} />}
          />
        )}
      </ListPanel>
      {adding && <GroupDialog userId={user.id} group={null} onClose={() => setAdding(false)} />}
    </Page>
  );
};
