import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Settings2, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { callablePairsQuery, ownPairsQuery } from '#client/api/queries/pairs.ts';
import { presenceOf, presenceQuery } from '#client/api/queries/presence.ts';
import { errorText } from '#client/i18n/error-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { List } from '#client/ui/list.tsx';
import { ListPanel } from '#client/ui/list-panel.tsx';
import { ListTools } from '#client/ui/list-tools.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Page } from '#client/ui/panel.tsx';
import { Section } from '#client/ui/section.tsx';
import { useListState } from '#client/ui/use-list-state.ts';
import { InvitationRow } from './invitation-row.tsx';
import { InviteButton, NoPairs } from './pair-list.tsx';
import { byPresence, CallableRow, InvitedRow } from './pair-rows.tsx';
import { useOwnUser } from './use-own-user.ts';
import { useServices } from './use-services.ts';

/** `/user/videochat`: whom the user is paired with. */
export const VideoChatPage = ({ actions }: { readonly actions?: ReactNode }) => {
  const { t, i18n } = useLingui();
  const user = useOwnUser();
  const { services } = useServices();
  const list = useListState();
  const query = useQuery(callablePairsQuery(user.id, list));
  const { data: presence } = useQuery(presenceQuery());
  return (
    <Page width="page">
      <PageHeading
        title={t`1-to-1 chat`}
        lead={
          <Trans>Choose somebody to call. Picture and sound go straight from one browser to the other.</Trans>
        }
        actions={
          <>
            {services?.video && (
              <Button size="sm" variant="outline" asChild>
                <Link to="/user/videochat/devices">
                  <Settings2 aria-hidden />
                  <Trans>Camera and sound</Trans>
                </Link>
              </Button>
            )}
            {actions}
            <InviteButton variant="solid" />
          </>
        }
      />
      {services?.video === false && (
        <chakra.div mb="4">
          <Banner tone="warning">{i18n._(errorText['service-disabled'])}</Banner>
        </chakra.div>
      )}
      <Waiting userId={user.id} />
      <ListTools
        list={list}
        searchLabel={t`Search people and devices`}
        sorts={[
          { field: 'created', direction: 'asc', label: t`Online first` },
          { field: 'name', direction: 'asc', label: t`By name` },
          { field: 'created', direction: 'desc', label: t`Newest first` },
        ]}
      />
      <ListPanel
        label={t`People and devices`}
        list={list}
        query={query}
        empty={
          list.search === '' ? (
            <NoPairs />
          ) : (
            <EmptyState icon={<Users aria-hidden />} title={t`Nobody is found.`} />
          )
        }
      >
        {(pairs) => (
          <List>
            {(list.sort === null || (list.sort.direction === 'asc' && list.sort.field === 'created')
              ? byPresence(pairs, presence)
              : pairs
            ).map((pair) => (
              <CallableRow
                key={pair.id}
                pair={pair}
                userId={user.id}
                state={presenceOf(pair, presence)}
                callable={services?.video ?? false}
                editable
              />
            ))}
          </List>
        )}
      </ListPanel>
    </Page>
  );
};

/** Invitations to the user, and the user's own that wait for the other side; nothing while there are none. */
const Waiting = ({ userId }: { readonly userId: string }) => {
  const { t } = useLingui();
  const { data } = useQuery(ownPairsQuery(userId));
  if (!data || data.invitations.length + data.invited.length === 0) return null;
  return (
    <chakra.div mb="8">
      <Section title={t`Invitations`}>
        <List>
          {data.invitations.map((pair) => (
            <InvitationRow key={pair.id} pair={pair} />
          ))}
          {data.invited.map((pair) => (
            <InvitedRow key={pair.id} pair={pair} />
          ))}
        </List>
      </Section>
    </chakra.div>
  );
};
