import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { History, MessagesSquare, Phone, PhoneIncoming, PhoneMissed, PhoneOutgoing } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { Connection, Pair } from '#client/api/api-types.ts';
import { callEnd } from '#client/api/call-end.ts';
import { wasMissed } from '#client/api/missed-call.ts';
import { connectionsQuery } from '#client/api/queries/connections.ts';
import { currentUserQuery } from '#client/api/queries/current-user.ts';
import { pairsWithQuery } from '#client/api/queries/pairs.ts';
import { endText } from '#client/i18n/end-text.ts';
import { peerName } from '#client/i18n/peer-name.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { callIntent } from '#client/stage/call-intent.ts';
import { formatDuration } from '#client/stage/format-duration.ts';
import { Button } from '#client/ui/button.tsx';
import { type Column, DataTable } from '#client/ui/data-table.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ListPanel } from '#client/ui/list-panel.tsx';
import { ListTools } from '#client/ui/list-tools.tsx';
import { Moment } from '#client/ui/moment.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { USUAL_PAGE_SIZE } from '#client/ui/page-size.ts';
import { Page } from '#client/ui/panel.tsx';
import { Segmented } from '#client/ui/segmented.tsx';
import { useListState } from '#client/ui/use-list-state.ts';
import { idOfIri } from '#protocol/rest/field.ts';

const kinds = ['', 'direct', 'group'] as const;

/** `/user/connections`: the user's calls. */
export const ConnectionsPage = () => {
  const { t } = useLingui();
  const user = useSuspenseQuery(currentUserQuery()).data;
  const columns = useColumns();
  const list = useListState(USUAL_PAGE_SIZE);
  const kind = kinds.find((each) => each === list.filter('kind')) ?? '';
  const query = useQuery(connectionsQuery(user.id, { ...list, kind }));
  const pairs = useQuery(pairsWithQuery(user.id, partiesOf(query.data?.items ?? []))).data;
  const filtered = list.search !== '' || kind !== '';
  return (
    <Page width="page">
      <PageHeading
        title={t`Call history`}
        lead={<Trans>Who, when, how long and how each call ended.</Trans>}
      />
      <ListTools list={list} searchLabel={t`Search names`}>
        <chakra.div minW={{ base: 'full', sm: '80' }}>
          <Segmented
            name="kind"
            label={t`Kind of call`}
            labelHidden
            options={[
              { value: '', label: t`All` },
              { value: 'direct', label: t`1-to-1` },
              { value: 'group', label: t`Group` },
            ]}
            value={kind}
            onChange={(next) => list.setFilter('kind', next)}
          />
        </chakra.div>
      </ListTools>
      <ListPanel
        label={t`Call history`}
        list={list}
        query={query}
        empty={
          <EmptyState icon={<History aria-hidden />} title={filtered ? t`No calls found` : t`No calls yet`}>
            {!filtered && <Trans>Your calls appear here.</Trans>}
          </EmptyState>
        }
      >
        {(connections) => (
          <DataTable<Connection>
            caption={t`Call history`}
            columns={columns}
            items={connections}
            keyOf={(connection) => connection.id}
            sort={list.sort ?? { field: 'start', direction: 'desc' }}
            onSort={list.setSort}
            actionsLabel={t`Actions`}
            actions={(connection) => <CallAgain connection={connection} pairs={pairs} />}
          />
        )}
      </ListPanel>
    </Page>
  );
};

/** Each once, however often they were called. */
const partiesOf = (connections: readonly Connection[]): readonly string[] =>
  [...new Set(connections.filter(({ kind }) => kind === 'direct').map(({ peerId }) => peerId))].sort();

const useColumns = (): readonly Column<Connection>[] => {
  const { t } = useLingui();
  return [
    { label: t`With`, main: true, cell: (connection) => <Peer connection={connection} /> },
    {
      label: t`Started`,
      sortBy: 'start',
      cell: ({ start }) => <Moment time={start} />,
    },
    {
      label: t`Duration`,
      sortBy: 'duration',
      align: 'end',
      cell: ({ duration }) => (duration > 0 ? formatDuration(duration) : '–'),
    },
    { label: t`How it ended`, cell: (connection) => <End connection={connection} /> },
  ];
};

const Peer = ({ connection }: { readonly connection: Connection }) => {
  const { i18n } = useLingui();
  return (
    <chakra.span display="inline-flex" gap="2.5" alignItems="center" minW="0">
      <chakra.span color={wasMissed(connection) ? 'danger' : 'ink.subtle'} display="flex">
        <Direction connection={connection} />
      </chakra.span>
      <chakra.span minW="0">{peerName(i18n, connection.name)}</chakra.span>
    </chakra.span>
  );
};

const Direction = ({ connection }: { readonly connection: Connection }) => {
  const { t } = useLingui();
  if (connection.kind === 'group') return <MessagesSquare size={18} role="img" aria-label={t`Group call`} />;
  if (wasMissed(connection)) return <PhoneMissed size={18} role="img" aria-label={t`Incoming`} />;
  return connection.outgoing ? (
    <PhoneOutgoing size={18} role="img" aria-label={t`Outgoing`} />
  ) : (
    <PhoneIncoming size={18} role="img" aria-label={t`Incoming`} />
  );
};

const End = ({ connection }: { readonly connection: Connection }) => {
  const { i18n } = useLingui();
  return (
    <chakra.span color={wasMissed(connection) ? 'danger' : undefined}>
      {i18n._(endText[callEnd(connection)])}
    </chakra.span>
  );
};

interface CallAgainProps {
  readonly connection: Connection;
  /** Whom the user can call; undefined while that is not known. */
  readonly pairs: readonly Pair[] | undefined;
}

/** To the same peer, where there is a way still. */
const CallAgain = ({ connection, pairs }: CallAgainProps) => {
  const { t } = useLingui();
  const named = useNamed();
  const navigate = useNavigate();
  const pair = pairs?.find(({ peer }) => peer !== null && idOfIri(peer) === connection.peerId);
  const address =
    connection.kind === 'group'
      ? `/user/groupchat/talk?group=${connection.peerId}`
      : pair && `/user/videochat/talk?pair=${pair.id}`;
  if (!address) return null;
  const name = named({
    kind: connection.kind === 'group' ? 'group' : pair?.serialPrinted === null ? 'user' : 'device',
    name: connection.name,
  });
  return (
    <Button
      size="sm"
      variant="soft"
      aria-label={t`Call again: ${name}`}
      onClick={() => void navigate(address, { state: callIntent() })}
    >
      <Phone aria-hidden />
      <Trans>Call again</Trans>
    </Button>
  );
};
