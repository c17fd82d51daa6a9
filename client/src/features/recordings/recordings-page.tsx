import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Clapperboard } from 'lucide-react';
import { currentUserQuery } from '#client/api/queries/current-user.ts';
import { isSettled, type Recording, recordingsQuery } from '#client/api/queries/recordings.ts';
import { formatDuration } from '#client/stage/format-duration.ts';
import { RecordingState } from '#client/stage/recordings/recording-state.tsx';
import { sizeText } from '#client/stage/recordings/state-text.ts';
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
import { RecordingActions } from './recording-actions.tsx';

/** While one is being made its row changes by itself. */
const UNSETTLED_MS = 3_000;

/** `/user/recordings`: calls that were recorded on the server, and that the user may see. */
export const RecordingsPage = () => {
  const { t } = useLingui();
  const user = useSuspenseQuery(currentUserQuery()).data;
  const columns = useColumns();
  const list = useListState(USUAL_PAGE_SIZE);
  const all = user.isManager && list.filter('whose') === 'all';
  const query = useQuery({
    ...recordingsQuery({ ...list, ownerId: all ? null : user.id }),
    refetchInterval: ({ state }) => (state.data?.items.every(isSettled) === false ? UNSETTLED_MS : false),
  });
  return (
    <Page width="page">
      <PageHeading
        title={t`Recordings`}
        lead={<Trans>Calls that were recorded on the server: play them, keep them, delete them.</Trans>}
      />
      <ListTools list={list} searchLabel={t`Search names`}>
        {user.isManager && (
          <chakra.div minW={{ base: 'full', sm: '80' }}>
            <Segmented
              name="whose"
              label={t`Whose recordings`}
              labelHidden
              options={[
                { value: '', label: t`My own` },
                { value: 'all', label: t`All that I manage` },
              ]}
              value={all ? 'all' : ''}
              onChange={(next) => list.setFilter('whose', next)}
            />
          </chakra.div>
        )}
      </ListTools>
      <ListPanel
        label={t`Recordings`}
        list={list}
        query={query}
        quiet
        empty={
          <EmptyState
            icon={<Clapperboard aria-hidden />}
            title={list.search === '' ? t`No recordings yet` : t`No recordings found`}
          >
            {list.search === '' && (
              <Trans>
                Owners of groups can record their calls: in a call, open “More” and choose “Record on the
                server”.
              </Trans>
            )}
          </EmptyState>
        }
      >
        {(recordings) => (
          <DataTable<Recording>
            caption={t`Recordings`}
            columns={columns}
            items={recordings}
            keyOf={({ id }) => id}
            sort={list.sort ?? { field: 'start', direction: 'desc' }}
            onSort={list.setSort}
            actionsLabel={t`Actions`}
            actions={(recording) => <RecordingActions recording={recording} />}
          />
        )}
      </ListPanel>
    </Page>
  );
};

const useColumns = (): readonly Column<Recording>[] => {
  const { t } = useLingui();
  return [
    { label: t`Call`, main: true, cell: ({ name }) => name },
    {
      label: t`Started`,
      sortBy: 'start',
      cell: ({ start }) => <Moment time={start} />,
    },
    {
      label: t({ message: 'Duration', context: 'recording' }),
      align: 'end',
      cell: ({ duration }) => (duration === null ? '–' : formatDuration(duration)),
    },
    { label: t`Size`, align: 'end', cell: ({ bytes }) => (bytes ? sizeText(bytes) : '–') },
    { label: t`State`, cell: (recording) => <RecordingState recording={recording} /> },
  ];
};
