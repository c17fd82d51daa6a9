import { useLingui } from '@lingui/react/macro';
import type { UnknownRecording } from '#client/api/queries/manage/unknown-recordings.ts';
import { formatDuration } from '#client/stage/format-duration.ts';
import { ShortTime } from '#client/ui/short-time.tsx';

/** Each once, in the order of the files. */
export const peopleIn = ({ files }: UnknownRecording): readonly string[] => [
  ...new Set(files.map(({ name }) => name)),
];

/** Which recording a dialog is about: when, how long, and who is in it. */
export const RecordingWords = ({ recording }: { readonly recording: UnknownRecording }) => {
  const { i18n } = useLingui();
  const { start, duration } = recording;
  const separator = i18n.locale === 'ja' ? '、' : ', ';
  return (
    <p>
      {start && <ShortTime time={start} />}
      {duration !== null && ` · ${formatDuration(duration)}`}
      {` · ${peopleIn(recording).join(separator)}`}
    </p>
  );
};
