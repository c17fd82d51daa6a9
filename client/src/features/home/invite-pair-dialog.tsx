import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import * as v from 'valibot';
import { createItem } from '#client/api/call-api.ts';
import { strictMailRule } from '#client/forms/rules.ts';
import { useValidatedForm } from '#client/forms/use-validated-form.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { TextField } from '#client/ui/text-field.tsx';

/** As the server has it. */
const MAX_NAME = 100;

const FormSchema = v.object({
  mail: strictMailRule,
  name: v.pipe(v.string(), v.trim(), v.maxLength(MAX_NAME, 'invalid')),
});

/** Invites a verified user to be paired. */
export const InvitePairDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useLingui();
  const formId = useId();
  const queryClient = useQueryClient();
  const invite = useMutation({
    mutationFn: (body: v.InferOutput<typeof FormSchema>) => createItem('pairs', body),
    onSuccess: async () => {
      showSnackbar('success', <Trans>The invitation has been sent.</Trans>);
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['pairs'] });
    },
    onError: (error) => form.showViolations(error, { mail: 'mail', name: 'name' }),
  });
  const form = useValidatedForm(FormSchema, (values) => invite.mutate(values));
  return (
    <Dialog
      title={t`Invite somebody`}
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId} loading={invite.isPending}>
            <Trans>Send the invitation</Trans>
          </Button>
        </>
      }
    >
      <chakra.form id={formId} display="grid" gap="2" color="ink" {...form.formProps}>
        {invite.error && !form.hasErrors && (
          <Banner tone="error">
            <Trans>Could not invite. The user may not exist, or may not be verified.</Trans>
          </Banner>
        )}
        <TextField
          label={t`E-mail address`}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={t`Of somebody who has an account here`}
          {...form.field('mail')}
        />
        <TextField
          label={t`Name (optional)`}
          autoComplete="off"
          hint={t`What you call them`}
          {...form.field('name')}
        />
      </chakra.form>
    </Dialog>
  );
};
