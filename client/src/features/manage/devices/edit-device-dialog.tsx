import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { mergeTagged, type Tagged } from '#client/api/call-api.ts';
import { managedDeviceQuery } from '#client/api/queries/manage/devices.ts';
import { SendDialog } from '#client/features/manage/form/send-dialog.tsx';
import { offerUndo } from '#client/features/manage/form/undo.tsx';
import { useEditForm } from '#client/features/manage/form/use-edit-form.tsx';
import { textOfError } from '#client/i18n/error-text.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { MAX_NAME } from '#protocol/limits.ts';
import { type Device, deviceName } from './device.ts';

const EditSchema = v.object({
  name: v.pipe(v.string(), v.trim(), v.maxLength(MAX_NAME, 'too-long')),
  answersByItself: v.optional(v.string(), ''),
});

export interface EditDeviceDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Changes what a device is called and whether it answers by itself, once it has been read. */
export const EditDeviceDialog = ({ id, onClose }: EditDeviceDialogProps) => {
  const { data: version } = useQuery(managedDeviceQuery(id));
  return version && <EditForm version={version} onClose={onClose} />;
};

const textsOf = ({ name, answersByItself }: Device) => ({
  name,
  answersByItself: answersByItself ? 'on' : '',
});

interface EditFormProps {
  readonly version: Tagged<Device>;
  readonly onClose: () => void;
}

const EditForm = ({ version: newest, onClose }: EditFormProps) => {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  // As it was before the change: that is what undoing leads back to.
  const [version] = useState(newest);
  const { item: device } = version;
  const undo = useMutation({
    mutationFn: (etag: string | null) => {
      const { name, answersByItself } = device;
      return mergeTagged('devices', device.id, { name, answersByItself }, { ifMatch: etag });
    },
    onError: (error) => showSnackbar('error', i18n._(textOfError(error))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['devices'] }),
  });
  const form = useEditForm({
    path: 'devices',
    id: device.id,
    version,
    schema: EditSchema,
    textsOf,
    bodyOf: ({ name, answersByItself }) => ({ name, answersByItself: answersByItself === 'on' }),
    labels: { name: t`Name`, answersByItself: t`Answer automatically` },
    wordsOf: (field, text) =>
      field === 'answersByItself' ? text === 'on' ? <Trans>On</Trans> : <Trans>Off</Trans> : null,
    onSaved: ({ item, etag }, changed) => {
      onClose();
      const name = deviceName(item);
      if (changed) offerUndo(<Trans>{name} was changed</Trans>, () => undo.mutate(etag));
    },
  });
  return (
    <>
      <SendDialog
        title={t`Edit ${deviceName(device)}`}
        form={form}
        submitLabel={<Trans>Save</Trans>}
        onClose={onClose}
      >
        <TextField
          label={t`Name`}
          hint={t`Where it is, or what it is for`}
          autoComplete="off"
          autoFocus
          defaultValue={form.texts.name}
          {...form.field('name')}
        />
        <Checkbox
          defaultChecked={form.texts.answersByItself === 'on'}
          details={t`This device answers approved callers after 3 seconds, with camera and microphone on.`}
          {...form.field('answersByItself')}
        >
          <Trans>Answer automatically</Trans>
        </Checkbox>
        <chakra.div textStyle="small">
          <chakra.p textStyle="label">
            <Trans>Serial number</Trans>
          </chakra.p>
          <p>{device.serialPrinted}</p>
          <chakra.p color="ink.muted">
            <Trans>
              The serial number of an existing device cannot be changed. Delete the device and add it again.
            </Trans>
          </chakra.p>
        </chakra.div>
      </SendDialog>
      {form.question}
    </>
  );
};
