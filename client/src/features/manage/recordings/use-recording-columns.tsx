import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Recording } from '#client/api/queries/recordings.ts';
import { PartyLink } from '#client/features/manage/pick/party-link.tsx';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import { wordsOf } from '#client/features/manage/table/exported-columns.ts';
import { type ManageColumn, TIME } from '#client/features/manage/table/manage-column.ts';
import { formatDuration } from '#client/stage/format-duration.ts';
import { faultText, sizeText, stateText, stateTone } from '#client/stage/recordings/state-text.ts';
import { Badge } from '#client/ui/badge.tsx';
import { CellTime } from '#client/ui/short-time.tsx';

/** The columns of the list of recordings; the same array as long as language and customer are. */
export function useRecordingColumns(): readonly ManageColumn<Recording>[] {
  const { t, i18n } = useLingui();
  const ofOne = useScope().customerId !== null;
  return useMemo((): readonly ManageColumn<Recording>[] => {
    const customer: ManageColumn<Recording> = {
      id: 'customer',
      label: t`Customer`,
      width: 160,
      cell: ({ customerName }) => customerName,
      empty: ({ customerName }) => customerName === null,
    };
    return [
      {
        id: 'name',
        label: t`Call`,
        main: true,
        width: 180,
        cell: ({ id, name }) => <ConsoleLink to={`/manager/recordings/${id}`}>{name}</ConsoleLink>,
      },
      {
        id: 'state',
        label: t`State`,
        width: 115,
        exported: { field: 'state', words: wordsOf(i18n, stateText) },
        cell: ({ state }) => (
          <Badge tone={stateTone[state]} data-testid="recording-state">
            {i18n._(stateText[state])}
          </Badge>
        ),
      },
      {
        id: 'owner',
        label: t`Owner`,
        width: 145,
        cell: ({ owner, ownerName }) => <PartyLink party={owner} name={ownerName} />,
      },
      {
        id: 'startedBy',
        label: t`Recorded by`,
        width: 170,
        hidden: true,
        cell: ({ startedBy }) => startedBy,
      },
      {
        id: 'start',
        label: t`Started`,
        ...TIME,
        sortBy: 'start',
        cell: ({ start }) => <CellTime time={start} />,
      },
      {
        id: 'duration',
        label: t({ message: 'Duration', context: 'recording' }),
        width: 90,
        align: 'end',
        cell: ({ duration }) => (duration === null ? '–' : formatDuration(duration)),
      },
      {
        id: 'size',
        label: t`Size`,
        exported: { field: 'bytes' },
        width: 80,
        align: 'end',
        cell: ({ bytes }) => (bytes ? sizeText(bytes) : '–'),
      },
      {
        id: 'fault',
        label: t`What happened`,
        width: 157,
        exported: { field: 'fault', words: wordsOf(i18n, faultText) },
        ...(!ofOne && { hidden: true }),
        cell: ({ fault }) => fault && i18n._(faultText[fault]),
        empty: ({ fault }) => fault === null,
      },
      { ...customer, ...(ofOne && { hidden: true }) },
      {
        id: 'expires',
        label: t`Deleted automatically`,
        ...TIME,
        hidden: true,
        cell: ({ expires }) => <CellTime time={expires} />,
      },
    ];
  }, [t, i18n, ofOne]);
}
