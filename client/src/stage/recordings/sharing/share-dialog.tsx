import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { RECORDING_LINKS, shareRecording } from '#client/api/queries/recording-links.ts';
import { useValidatedForm } from '#client/forms/use-validated-form.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { serverNow } from '#client/server-clock.ts';
import { Banner } from '#client/ui/banner.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';

const DAY_MS = 86_400_000;
const USUAL_DAYS = '7';

/** What is wrong with the password the server says. */
const FormSchema = v.object({ days: v.pipe(v.string(), v.toNumber()), password: v.string() });

export interface ShareDialogProps {
  readonly recordingId: string;
  readonly onClose: () => void;
}

/** Makes a link, and puts it on the clipboard. */
export const ShareDialog = ({ recordingId, onClose }: ShareDialogProps) => {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const share = useMutation({
    mutationFn: ({ days, password }: v.InferOutput<typeof FormSchema>) =>
      shareRecording(recordingId, {
        end: new Date(serverNow() + days * DAY_MS).toISOString(),
        password: password === '' ? null : password,
      }),
    onError: (error) => form.showViolations(error, { password: 'password', end: 'days' }),
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
  return (
    <FormDialog
      title={t`Share the recording`}
      formProps={form.formProps}
      submitLabel={<Trans>Create a link</Trans>}
      busy={share.isPending}
      onClose={onClose}
    >
      <p>
        <Trans>Anyone with the link can watch and download the recording. They don’t need an account.</Trans>
      </p>
      {share.error && !form.hasErrors && <Banner tone="error">{i18n._(textOfError(share.error))}</Banner>}
      <SelectField
        label={t`The link works for`}
        defaultValue={USUAL_DAYS}
        options={[
          { value: '1', label: t`1 day` },
          { value: '7', label: t`7 days` },
          { value: '30', label: t`30 days` },
          { value: '90', label: t`90 days` },
        ]}
        {...form.field('days')}
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
