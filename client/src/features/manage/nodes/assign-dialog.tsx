import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import {
  assignRecording,
  foundReceiversQuery,
  type Receiver,
  UNKNOWN_RECORDINGS,
  type UnknownRecording,
} from '#client/api/queries/manage/unknown-recordings.ts';
import { SendDialog } from '#client/features/manage/form/send-dialog.tsx';
import { useSendForm } from '#client/features/manage/form/use-send-form.ts';
import { SearchPicker } from '#client/features/manage/pick/search-picker.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import type { ViolationCode } from '#protocol/errors.ts';
import { RecordingWords } from './recording-words.tsx';

const required: ViolationCode = 'required';
const AssignSchema = v.object({ to: v.pipe(v.string(), v.nonEmpty(required)) });

export interface AssignDialogProps {
  readonly recording: UnknownRecording;
  readonly onClose: () => void;
}

/** Gives a recording to a group, a user or a device. */
export const AssignDialog = ({ recording, onClose }: AssignDialogProps) => {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [receiver, setReceiver] = useState<Receiver | null>(null);
  const [search, setSearch] = useState('');
  const { data, isPlaceholderData, error, refetch } = useQuery(foundReceiversQuery(search.trim()));
  const form = useSendForm({
    schema: AssignSchema,
    async send() {
      if (!receiver) return;
      const { label, value } = receiver;
      await assignRecording(recording.id, value);
      showSnackbar('success', <Trans>Recording assigned to {label}</Trans>);
      onClose();
      await Promise.all(
        [UNKNOWN_RECORDINGS, 'recordings'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      );
    },
  });
  return (
    <SendDialog title={t`Assign recording`} form={form} submitLabel={<Trans>Assign</Trans>} onClose={onClose}>
      <RecordingWords recording={recording} />
      <SearchPicker<Receiver>
        {...form.field('to')}
        label={t`Group, user or device`}
        hint={t`The recording of a group belongs to the group’s owner. It is kept as long as other recordings of that customer, counted from its start.`}
        search={search}
        onSearch={setSearch}
        found={data}
        stale={isPlaceholderData}
        failed={error && <LoadingFailed error={error} onRetry={() => void refetch()} />}
        chosen={receiver}
        onChoose={setReceiver}
      />
    </SendDialog>
  );
};
