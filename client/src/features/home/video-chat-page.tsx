import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Settings2, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { callablePairsQuery, waitingPairsQuery } from '#client/api/queries/pairs.ts';
import { presenceOf, presenceQuery } from '#client/api/queries/presence.ts';
import { errorText } from '#client/i18n/error-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { List } from '#client/ui/list.tsx';
import { ListPanel } from '#client/ui/list-panel.tsx';
import { ListTools } from '#client/ui/list-tools.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { USUAL_PAGE_SIZE } from '#client/ui/page-size.ts';
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
  const list = useListState(USUAL_PAGE_SIZE);
  const query = useQuery(callablePairsQuery(user.id, list));
  const { data: presence } = useQuery(presenceQuery());
  return (
    <Page width="page">
      <PageHeading
        title={t`1-to-1 chat`}
        lead={<Trans>Choose someone to call. Video and audio are end-to-end encrypted.</Trans>}
        actions={
          <>
            {services?.video && (
              <Button size="sm" variant="outline" asChild>
                <Link to="/user/videochat/devices">
                  <Settings2 aria-hidden />
                  <Trans>Camera and audio</Trans>
                </Link>
              </Button>
            )}
            {services?.video && (
              <>
                {actions}
                <InviteButton variant="solid" />
              </>
            )}
          </>
        }
      />
      {services?.video === false && (
        <chakra.div mb="4">
          <Banner tone="warning">{i18n._(errorText['service-disabled'])}</Banner>
        </chakra.div>
      )}
      <ListTools
        list={list}
        searchLabel={t`Search people and devices`}
        sorts={[
          { label: t`Online first` },
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
            <NoPairs callable={services?.video ?? false} />
          ) : (
            <EmptyState icon={<Users aria-hidden />} title={t`No people or devices found`} />
          )
        }
      >
        {(pairs) => (
          <List>
            {(list.sort === null ? byPresence(pairs, presence) : pairs).map((pair) => (
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
      {query.data && <Waiting userId={user.id} />}
    </Page>
  );
};

/** More than these are unfolded. */
const INVITATIONS_SHOWN = 5;

/** Invitations to the user, and the user's own that wait for the other side; not shown when there are none. */
const Waiting = ({ userId }: { readonly userId: string }) => {
  const { t } = useLingui();
  const [all, setAll] = useState(false);
  const { data } = useQuery(waitingPairsQuery(userId));
  if (!data) return null;
  const rows = [
    ...data.invitations.map((pair) => <InvitationRow key={pair.id} pair={pair} />),
    ...data.invited.map((pair) => <InvitedRow key={pair.id} pair={pair} />),
  ];
  if (rows.length === 0) return null;
  return (
    <chakra.div mt="8">
      <Section title={t`Invitations`}>
        <List>{all ? rows : rows.slice(0, INVITATIONS_SHOWN)}</List>
        {!all && rows.length > INVITATIONS_SHOWN && (
          <chakra.div px={{ base: '4', md: '5' }} py="2" borderTop="1px solid" borderColor="line">
            <Button variant="ghost" size="sm" onClick={() => setAll(true)}>
              <Trans>Show all ({rows.length})</Trans>
            </Button>
          </chakra.div>
        )}
      </Section>
    </chakra.div>
  );
};
