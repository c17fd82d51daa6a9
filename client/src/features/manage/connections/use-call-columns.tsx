import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Connection } from '#client/api/api-types.ts';
import { PartyLink } from '#client/features/manage/pick/party-link.tsx';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { secondsText } from '#client/features/manage/statistics/measured-text.ts';
import { wordsOf } from '#client/features/manage/table/exported-columns.ts';
import { type ManageColumn, TIME } from '#client/features/manage/table/manage-column.ts';
import { peerName, peerNameWords } from '#client/i18n/peer-name.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { formatDuration } from '#client/stage/format-duration.ts';
import { useQualityText } from '#client/stage/quality-text.ts';
import { CellTime } from '#client/ui/short-time.tsx';
import { DELETED_PEER_NAMES } from '#protocol/deleted-peer.ts';
import { bytesText } from './bytes-text.ts';
import { endTexts, endWords } from './end-words.ts';

const QualityOfCall = ({ call }: { readonly call: Connection }) => {
  const text = useQualityText();
  const { connectionQuality: quality, roundTripTime: roundTripMs, loss } = call;
  return quality === null ? '–' : text({ quality, link: { roundTripMs, loss } });
};

/** What every list of calls that have ended shows of one; the same array as long as the language is. */
export function useCallColumns(): readonly ManageColumn<Connection>[] {
  const { t, i18n } = useLingui();
  const language = useLanguage();
  return useMemo(
    (): readonly ManageColumn<Connection>[] => [
      {
        id: 'kind',
        exported: {
          field: 'callKind',
          words: { group: t`Group`, outgoing: t`1-to-1, outgoing`, incoming: t`1-to-1, incoming` },
        },
        label: t`Kind of call`,
        width: 112,
        twoLines: true,
        cell: ({ kind, outgoing }) =>
          kind === 'group' ? t`Group` : outgoing ? t`1-to-1, outgoing` : t`1-to-1, incoming`,
      },
      {
        id: 'start',
        exported: { field: 'start' },
        label: t`Started`,
        ...TIME,
        sortBy: 'start',
        cell: ({ start }) => <CellTime time={start} />,
      },
      {
        id: 'duration',
        exported: { field: 'duration' },
        label: t`Duration`,
        width: 108,
        align: 'end',
        sortBy: 'duration',
        cell: ({ duration }) => (duration > 0 ? formatDuration(duration) : '–'),
      },
      {
        id: 'end',
        exported: { field: 'ending', words: wordsOf(i18n, endTexts) },
        label: t`How it ended`,
        width: 126,
        twoLines: true,
        cell: (call) => endWords(i18n, call),
      },
      {
        id: 'quality',
        exported: { field: 'connectionQuality', words: { good: t`Good`, fair: t`Fair`, poor: t`Poor` } },
        label: t`Quality`,
        width: 150,
        twoLines: true,
        cell: (call) => <QualityOfCall call={call} />,
        empty: ({ connectionQuality }) => connectionQuality === null,
      },
      {
        id: 'setUp',
        exported: { field: 'setUpTime' },
        label: t`Set-up time`,
        width: 110,
        align: 'end',
        cell: ({ setUpTime }) => (setUpTime === null ? '–' : secondsText(language, setUpTime)),
        empty: ({ setUpTime }) => setUpTime === null,
      },
      {
        id: 'bytes',
        exported: { field: 'bytes' },
        label: t`Data`,
        width: 90,
        align: 'end',
        cell: ({ bytes }) => (bytes === null ? '–' : bytesText(bytes, language)),
        empty: ({ bytes }) => bytes === null,
      },
      {
        id: 'relayed',
        exported: { field: 'relayed', words: { true: t`Yes`, false: t`No` } },
        label: t`Relayed`,
        width: 95,
        cell: ({ relayed }) => (relayed === null ? '–' : relayed ? t`Yes` : t`No`),
        empty: ({ relayed }) => relayed === null,
      },
    ],
    [t, i18n, language],
  );
}

/** Columns for which the list has no room beside the quality of a call. */
const FURTHER: ReadonlySet<string> = new Set(['setUp', 'bytes', 'relayed']);

/** Of whom it is, and with whom; the same array as long as the language is. */
export function useConnectionColumns(): readonly ManageColumn<Connection>[] {
  const { t, i18n } = useLingui();
  const common = useCallColumns();
  return useMemo(
    (): readonly ManageColumn<Connection>[] => [
      {
        id: 'owner',
        exported: { field: 'participant', words: peerNameWords(i18n) },
        label: t`Participant`,
        main: true,
        width: 146,
        cell: ({ owner, ownerName, ownerKind, callId }) =>
          owner === null ? (
            // Where there is no one to lead to, it leads to all who were in the call.
            <ConsoleLink to={`/manager/connections?callId=${callId}`}>
              {peerName(i18n, DELETED_PEER_NAMES[ownerKind])}
            </ConsoleLink>
          ) : (
            <PartyLink party={owner} name={ownerName ?? ''} />
          ),
      },
      {
        id: 'with',
        label: t`With`,
        width: 136,
        exported: { field: 'name', words: peerNameWords(i18n) },
        cell: ({ name }) => peerName(i18n, name),
      },
      ...common.map((column) => (FURTHER.has(column.id) ? { ...column, hidden: true as const } : column)),
      {
        id: 'customer',
        exported: { field: 'customerName' },
        label: t`Customer`,
        width: 150,
        hidden: true,
        cell: ({ customerName }) => customerName,
        empty: ({ customerName }) => !customerName,
      },
    ],
    [t, i18n, common],
  );
}
