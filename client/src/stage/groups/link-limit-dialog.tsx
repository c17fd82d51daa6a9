import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { type GuestLink, limitGuestLink } from '#client/api/queries/groups.ts';
import { useValidatedForm } from '#client/forms/use-validated-form.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { MAX_CALL_GUESTS } from '#protocol/limits.ts';
import { linkLimitRule } from './link-limit-rule.ts';

const FormSchema = v.object({ maxGuests: linkLimitRule });

export interface LinkLimitDialogProps {
  readonly link: GuestLink;
  readonly onClose: () => void;
}

/** How many guests a link lets in at once. */
export const LinkLimitDialog = ({ link, onClose }: LinkLimitDialogProps) => {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: ({ maxGuests }: v.InferOutput<typeof FormSchema>) => limitGuestLink(link.id, maxGuests),
    onSuccess: async () => {
      showSnackbar('success', <Trans>Limit saved</Trans>);
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['guest_links'] });
    },
    onError: (error) => form.showViolations(error, { maxGuests: 'maxGuests' }),
  });
  const form = useValidatedForm(FormSchema, (values) => save.mutate(values));
  return (
    <FormDialog
      title={t`Guests at the same time`}
      width="24rem"
      formProps={form.formProps}
      submitLabel={<Trans>Save</Trans>}
      busy={save.isPending}
      onClose={onClose}
    >
      {save.error && !form.hasErrors && <Banner tone="error">{i18n._(textOfError(save.error))}</Banner>}
      <TextField
        type="number"
        inputMode="numeric"
        label={t`How many guests can be in the call at the same time`}
        hint={t`1 to ${MAX_CALL_GUESTS}. Guests who are in the call stay.`}
        min={1}
        max={MAX_CALL_GUESTS}
        defaultValue={link.maxGuests}
        autoFocus
        {...form.field('maxGuests')}
      />
    </FormDialog>
  );
};
