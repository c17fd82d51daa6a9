import { useLingui } from '@lingui/react/macro';
import type { UnknownRecording } from '#client/api/queries/manage/unknown-recordings.ts';
import { TIME } from '#client/features/manage/table/manage-column.ts';
import { PlainTable } from '#client/features/manage/table/plain-table.tsx';
import { ROLE } from '#client/features/manage/table/table-roles.ts';
import { formatDuration } from '#client/stage/format-duration.ts';
import { sizeText } from '#client/stage/recordings/state-text.ts';
import { Button } from '#client/ui/button.tsx';
import { Names } from '#client/ui/names.tsx';
import { CellTime } from '#client/ui/short-time.tsx';
import { peopleIn } from './recording-words.tsx';

export interface UnassignedTableProps {
  readonly recordings: readonly UnknownRecording[];
  readonly onAssign: (recording: UnknownRecording) => void;
  readonly onDelete: (recording: UnknownRecording) => void;
}

/** Recordings that belong to nobody; on a phone each is a card. */
export const UnassignedTable = ({ recordings, onAssign, onDelete }: UnassignedTableProps) => {
  const { t } = useLingui();
  return (
    <PlainTable
      caption={t`Unassigned recordings`}
      columns={[
        { label: t`Started`, width: `${TIME.width}px` },
        { label: t`People` },
        { label: t({ message: 'Duration', context: 'recording' }), width: '6rem' },
        { label: t`Size`, width: '6rem' },
      ]}
      actionsWidth="12rem"
      leastWidth="40rem"
    >
      {recordings.map((recording) => (
        <UnassignedRow key={recording.id} recording={recording} onAssign={onAssign} onDelete={onDelete} />
      ))}
    </PlainTable>
  );
};

interface UnassignedRowProps extends Pick<UnassignedTableProps, 'onAssign' | 'onDelete'> {
  readonly recording: UnknownRecording;
}

const UnassignedRow = ({ recording, onAssign, onDelete }: UnassignedRowProps) => {
  const { t, i18n } = useLingui();
  const { id, state, start, duration, bytes } = recording;
  return (
    <tr {...ROLE.row} data-recording={id}>
      <th {...ROLE.rowheader} data-main title={id}>
        {start ? <CellTime time={start} /> : t`Not finished yet`}
      </th>
      <td {...ROLE.cell} data-label={t`People`}>
        <Names names={peopleIn(recording)} language={i18n.locale} />
      </td>
      <td {...ROLE.cell} data-label={t({ message: 'Duration', context: 'recording' })}>
        {duration === null ? '–' : formatDuration(duration)}
      </td>
      <td {...ROLE.cell} data-label={t`Size`}>
        {bytes === null ? '–' : sizeText(bytes)}
      </td>
      <td {...ROLE.cell} data-actions>
        {state === 'finished' && (
          <Button variant="outline" size="sm" mr="2" onClick={() => onAssign(recording)}>
            {t`Assign`}
          </Button>
        )}
        <Button variant="outline" size="sm" onClick={() => onDelete(recording)}>
          {t`Delete`}
        </Button>
      </td>
    </tr>
  );
};
