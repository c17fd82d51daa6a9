import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { CustomerField } from '#client/features/manage/form/customer-field.tsx';
import { SendDialog } from '#client/features/manage/form/send-dialog.tsx';
import { useSendForm } from '#client/features/manage/form/use-send-form.ts';
import { useHasSeveralCustomers } from '#client/features/manage/shell/use-console-account.ts';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import { violationsOf } from '#client/i18n/error-text.ts';
import { TextAreaField } from '#client/ui/text-area-field.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import type { ViolationCode } from '#protocol/errors.ts';
import { MAX_NAME } from '#protocol/limits.ts';
import { SerialEntries } from './serial-entries.tsx';
import { readSerialEntries, rightSerials } from './serial-lines.ts';
import { addDevices, type FailedSetUp, type SetUpResult } from './set-up.ts';

/** Each is a request of its own; more than these are imported from a file. */
const MAX_AT_ONCE = 100;

const says = (code: ViolationCode): ViolationCode => code;

const fields = {
  serials: v.pipe(
    v.string(),
    v.check((text) => readSerialEntries(text).length > 0, says('serial-required')),
    v.check((text) => readSerialEntries(text).every(({ kind }) => kind === 'right'), says('serial-invalid')),
    v.check((text) => readSerialEntries(text).length <= MAX_AT_ONCE, says('invalid')),
  ),
  name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(MAX_NAME, says('too-long'))), ''),
};
const customer = v.string();
const OneCustomer = v.object({ ...fields, customer });
/** Where all customers are shown, one has to be chosen. */
const ManyCustomers = v.object({ ...fields, customer: v.pipe(customer, v.nonEmpty(says('required'))) });

export interface AddDevicesDialogProps {
  /** Those that could not be added the last time: they stand in the field at first. */
  readonly failed: readonly FailedSetUp[];
  readonly onAdded: (results: readonly SetUpResult[]) => void;
  readonly onClose: () => void;
}

/** What the server has said of serial numbers. A request without an answer says nothing of its device. */
const refusalsOf = (failed: readonly FailedSetUp[]): ReadonlyMap<string, Error> =>
  new Map(
    failed
      .filter(({ error }) => violationsOf(error).some(({ propertyPath }) => propertyPath === 'serialNumber'))
      .map(({ serial, error }) => [serial.long, error]),
  );

/** Adds devices by the long form of their serial numbers, which is checked while it is typed or pasted. */
export const AddDevicesDialog = ({ failed, onAdded, onClose }: AddDevicesDialogProps) => {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { customerId } = useScope();
  const several = useHasSeveralCustomers();
  const serials = failed.map(({ serial }) => serial.long).join('\n');
  const [text, setText] = useState(serials);
  const [refused, setRefused] = useState(() => refusalsOf(failed));
  const [added, setAdded] = useState(0);
  const entries = readSerialEntries(text);

  const form = useSendForm({
    schema: several ? ManyCustomers : OneCustomer,
    fields: { serialNumber: 'serials' },
    send: async (values) => {
      const results = await addDevices({
        serials: rightSerials(readSerialEntries(values.serials)),
        name: values.name,
        customerId: values.customer,
        onProgress: setAdded,
      });
      await queryClient.invalidateQueries({ queryKey: ['devices'] });
      const [first, ...others] = results;
      // A single one is corrected where it was typed.
      if (first?.kind === 'failed' && others.length === 0) {
        setRefused(refusalsOf([first]));
        throw first.error;
      }
      onClose();
      onAdded(results);
    },
  });
  const serialsField = form.field('serials');
  return (
    <SendDialog
      title={t`Add devices`}
      form={form}
      submitLabel={<Trans>Add</Trans>}
      width="36rem"
      onClose={onClose}
    >
      <TextAreaField
        label={t`Serial numbers`}
        hint={t`The long form with its checksum. Paste several at once, one a line; at most ${MAX_AT_ONCE}.`}
        rows={3}
        fontFamily="mono"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        defaultValue={serials}
        {...serialsField}
        onChange={(event) => {
          setText(event.currentTarget.value);
          serialsField.onChange();
        }}
      />
      <SerialEntries entries={entries} refused={refused} />
      {entries.length <= 1 && (
        <TextField
          label={t`Name (optional)`}
          hint={t`Where it is, or what it is for`}
          autoComplete="off"
          {...form.field('name')}
        />
      )}
      <CustomerField defaultValue={customerId ?? ''} {...form.field('customer')} />
      {form.busy && entries.length > 1 && (
        <chakra.p role="status" textStyle="small" color="ink.muted">
          <Trans>
            {added} of {entries.length} done
          </Trans>
        </chakra.p>
      )}
    </SendDialog>
  );
};
