import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import * as v from 'valibot';
import type { Tagged } from '#client/api/call-api.ts';
import { SendDialog } from '#client/features/manage/form/send-dialog.tsx';
import { useEditForm } from '#client/features/manage/form/use-edit-form.tsx';
import { Versioned } from '#client/features/manage/form/versioned.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
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
  const { t } = useLingui();
  return (
    <Versioned path="devices" id={id} title={t`Edit the device`} onClose={onClose}>
      {(version) => <EditForm version={version} onClose={onClose} />}
    </Versioned>
  );
};

const textsOf = ({ name, answersByItself }: Device) => ({
  name,
  answersByItself: answersByItself ? 'on' : '',
});

interface EditFormProps {
  readonly version: Tagged<Device>;
  readonly onClose: () => void;
}

const EditForm = ({ version, onClose }: EditFormProps) => {
  const { t } = useLingui();
  const { item: device } = version;
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
    onSaved: onClose,
    told: {
      done: (item) => {
        const name = deviceName(item);
        return <Trans>{name} was changed</Trans>;
      },
      undoable: ['name', 'answersByItself'],
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
