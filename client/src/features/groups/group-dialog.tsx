import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Group } from '#client/api/api-types.ts';
import { createItem, mergeItem } from '#client/api/call-api.ts';
import {
  countGuests,
  GroupFormSchema,
  type GroupFormValues,
  groupTexts,
  spanOf,
  wrongSpan,
} from '#client/forms/group-form.ts';
import { useValidatedForm } from '#client/forms/use-validated-form.ts';
import { errorText, textOfError, violationText } from '#client/i18n/error-text.ts';
import { AutoRecordBox } from '#client/stage/groups/auto-record-box.tsx';
import { GuestsField } from '#client/stage/groups/guests-field.tsx';
import { MemberPicker } from '#client/stage/groups/member-picker.tsx';
import { Banner } from '#client/ui/banner.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { DateAndTime } from '#client/ui/date-and-time.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { useLeaveGuard } from '#client/ui/leave-guard.ts';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { AppError } from '#protocol/app-error.ts';
import { tooLargeForCall } from '#protocol/group-size.ts';
import type { Iri } from '#protocol/rest/field.ts';

export interface GroupDialogProps {
  readonly userId: string;
  /** The group to change; null: a new one. */
  readonly group: Group | null;
  readonly onClose: () => void;
}

/** Adds a group, or changes one. */
export const GroupDialog = ({ userId, group, onClose }: GroupDialogProps) => {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(group?.memberPairs));
  const [dirty, setDirty] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  const texts = groupTexts(group);
  const [guests, setGuests] = useState(() => countGuests(texts.guests));
  const tooLarge = tooLargeForCall(chosen.size, guests);
  useLeaveGuard(dirty);

  const save = useMutation({
    mutationFn: async (values: GroupFormValues) => {
      const body = {
        name: values.name,
        guests: [...values.guests],
        memberPairs: [...chosen] as Iri<'pairs'>[],
        autoRecord: values.autoRecord,
        ...spanOf(values),
      };
      if (group) await mergeItem('groups', group.id, body);
      else await createItem('groups', body);
    },
    onSuccess: async () => {
      setDirty(false);
      showSnackbar('success', group ? <Trans>Group saved</Trans> : <Trans>Group created</Trans>);
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['groups'] });
    },
    onError: (error) =>
      form.showViolations(error, {
        name: 'name',
        guests: 'guests',
        memberPairs: 'guests',
        start: 'startDate',
        end: 'endDate',
      }),
  });
  const form = useValidatedForm(GroupFormSchema, (values) => {
    const wrong = wrongSpan(values);
    if (Object.keys(wrong).length > 0) form.showErrors(wrong);
    else save.mutate(values);
  });
  const close = () => (dirty ? setDiscarding(true) : onClose());
  return (
    <>
      <FormDialog
        title={group ? t`Edit group` : t`Create group`}
        width="40rem"
        formProps={{ ...form.formProps, onInput: () => setDirty(true) }}
        submitLabel={group ? t`Save` : t`Create group`}
        busy={save.isPending}
        onClose={close}
      >
        {save.error && !form.hasErrors && (
          <Banner tone="error">
            {save.error instanceof AppError && save.error.status === 404 && group
              ? t`Group not found. It may have been deleted.`
              : save.error instanceof AppError && save.error.code !== 'validation-failed'
                ? i18n._(textOfError(save.error))
                : group
                  ? t`The group couldn’t be changed.`
                  : i18n._(errorText['validation-failed'])}
          </Banner>
        )}
        <TextField
          label={t`Group name`}
          reserve={false}
          autoComplete="off"
          required
          defaultValue={texts.name}
          autoFocus
          {...form.field('name')}
        />
        <MemberPicker
          ownerId={userId}
          kind="callable"
          empty={<Trans>Pair with people or devices first. Then you can add them here.</Trans>}
          chosen={chosen}
          onChange={(next) => {
            setChosen(next);
            setDirty(true);
          }}
        />
        <GuestsField text={texts.guests} field={form.field('guests')} onCount={setGuests} />
        <div role="status">
          {tooLarge && <Banner tone="warning">{i18n._(violationText[tooLarge])}</Banner>}
        </div>
        <DateAndTime legend={t`Start (optional)`} dateLabel={t`Start date`} timeLabel={t`Start time`}>
          {{
            date: { defaultValue: texts.startDate, ...form.field('startDate') },
            time: { defaultValue: texts.startTime, ...form.field('startTime') },
          }}
        </DateAndTime>
        <DateAndTime legend={t`End (optional)`} dateLabel={t`End date`} timeLabel={t`End time`}>
          {{
            date: { defaultValue: texts.endDate, ...form.field('endDate') },
            time: { defaultValue: texts.endTime, ...form.field('endTime') },
          }}
        </DateAndTime>
        <AutoRecordBox text={texts.autoRecord} field={form.field('autoRecord')} />
      </FormDialog>
      {discarding && (
        <ConfirmDialog
          title={t`Discard the changes?`}
          confirmLabel={t`Discard`}
          cancelLabel={t`Keep editing`}
          dangerous
          onConfirm={onClose}
          onCancel={() => setDiscarding(false)}
        >
          <Trans>What you entered will be lost.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
};
