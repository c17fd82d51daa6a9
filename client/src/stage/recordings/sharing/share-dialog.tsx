import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { RECORDING_LINKS, shareRecording } from '#client/api/queries/recording-links.ts';
import type { Recording } from '#client/api/queries/recordings.ts';
import { useValidatedForm } from '#client/forms/use-validated-form.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { serverNow } from '#client/server-clock.ts';
import { Banner } from '#client/ui/banner.tsx';
import { shortTimeText } from '#client/ui/date-text.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { type LinkEnd, linkEnds, linkEndTime } from './link-ends.ts';

const USUAL_DAYS = 7;

/** What is wrong with the password the server says. */
const FormSchema = v.object({ end: v.string(), password: v.string() });

export interface ShareDialogProps {
  readonly recording: Pick<Recording, 'id' | 'expires'>;
  readonly onClose: () => void;
}

/** Makes a link, and puts it on the clipboard. */
export const ShareDialog = ({ recording, onClose }: ShareDialogProps) => {
  const { id, expires } = recording;
  const { t, i18n } = useLingui();
  const language = useLanguage();
  const zone = useTimeZone();
  const [ends] = useState(() => linkEnds(expires, serverNow()));
  const queryClient = useQueryClient();
  const share = useMutation({
    mutationFn: ({ end, password }: v.InferOutput<typeof FormSchema>) =>
      shareRecording(id, {
        end: linkEndTime(ends.find((known) => String(known) === end) ?? 'expiry', expires, serverNow()),
        password: password === '' ? null : password,
      }),
    onError: (error) => form.showViolations(error, { password: 'password', end: 'end' }),
    async onSuccess({ url }) {
      // The browser may not allow it: then the list has a button for it.
      const copied =
        url !== null &&
        (await navigator.clipboard?.writeText(url).then(
          () => true,
          () => false,
        ));
      showSnackbar('success', copied ? t`Link created and copied` : t`Link created`);
      onClose();
      await queryClient.invalidateQueries({ queryKey: [RECORDING_LINKS] });
    },
  });
  const form = useValidatedForm(FormSchema, (values) => share.mutate(values));
  const expiry = shortTimeText(expires, language, zone);
  const labels: Readonly<Record<LinkEnd, string>> = {
    1: t`1 day`,
    7: t`7 days`,
    30: t`30 days`,
    90: t`90 days`,
    expiry: t`Until the recording is deleted (${expiry})`,
  };
  return (
    <FormDialog
      title={t`Share the recording`}
      formProps={form.formProps}
      submitLabel={<Trans>Create a link</Trans>}
      busy={share.isPending}
      onClose={onClose}
    >
      <p>
        <Trans>
          Anyone with the link can watch and download the recording and read its chat. They don’t need an
          account.
        </Trans>
      </p>
      {share.error && !form.hasErrors && <Banner tone="error">{i18n._(textOfError(share.error))}</Banner>}
      <SelectField
        label={t`How long the link works`}
        defaultValue={String(ends.includes(USUAL_DAYS) ? USUAL_DAYS : 'expiry')}
        options={ends.map((end) => ({ value: String(end), label: labels[end] }))}
        {...form.field('end')}
      />
      <PasswordField
        label={t`Password (optional)`}
        hint={t`At least 8 characters. Tell it to the people yourself: it isn’t shown again.`}
        autoComplete="new-password"
        {...form.field('password')}
      />
    </FormDialog>
  );
};
