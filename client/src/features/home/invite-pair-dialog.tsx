import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import * as v from 'valibot';
import type { Creation } from '#client/api/api-types.ts';
import { createItem } from '#client/api/call-api.ts';
import { makeGuestLink } from '#client/api/queries/groups.ts';
import { strictMailRule } from '#client/forms/rules.ts';
import { serialRule } from '#client/forms/serial-rule.ts';
import { useValidatedForm } from '#client/forms/use-validated-form.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { MailField } from '#client/ui/mail-field.tsx';
import { Segmented } from '#client/ui/segmented.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { AppError } from '#protocol/app-error.ts';
import { GUEST_LINK_HOURS, MAX_NAME } from '#protocol/limits.ts';

const name = v.pipe(v.string(), v.trim(), v.maxLength(MAX_NAME, 'too-long'));
const PersonSchema = v.object({ mail: strictMailRule, name });
const DeviceSchema = v.object({ serialLong: serialRule, name });

type Invited = 'person' | 'device';

/** Invites a verified user, or a device, to be paired. */
export const InvitePairDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useLingui();
  const formId = useId();
  const [invited, setInvited] = useState<Invited>('person');
  const [busy, setBusy] = useState(false);
  const parts = { formId, onClose, onBusy: setBusy };
  return (
    <Dialog
      title={t`Invite someone`}
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId} loading={busy}>
            <Trans>Send invitation</Trans>
          </Button>
        </>
      }
    >
      <chakra.div display="grid" gap="4" color="ink">
        <Segmented<Invited>
          name="invited"
          label={t`Who do you want to invite?`}
          options={[
            { value: 'person', label: t`A person` },
            { value: 'device', label: t`A device` },
          ]}
          value={invited}
          onChange={setInvited}
        />
        {invited === 'person' ? <PersonForm {...parts} /> : <DeviceForm {...parts} />}
      </chakra.div>
    </Dialog>
  );
};

interface FormProps {
  readonly formId: string;
  readonly onClose: () => void;
  readonly onBusy: (busy: boolean) => void;
}

/** What both kinds of invitation do. */
const useInvite = <Body extends Creation<'pairs'>>(
  { onClose, onBusy }: FormProps,
  onError: (error: Error) => void,
) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => createItem('pairs', body),
    onMutate: () => onBusy(true),
    onSuccess: async () => {
      showSnackbar('success', <Trans>Invitation sent</Trans>);
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['pairs'] });
    },
    onError,
    onSettled: () => onBusy(false),
  });
};

const PersonForm = (props: FormProps) => {
  const { t, i18n } = useLingui();
  const invite = useInvite(props, (error) => form.showViolations(error, { mail: 'mail', name: 'name' }));
  const form = useValidatedForm(PersonSchema, (values) => invite.mutate(values));
  return (
    <chakra.form id={props.formId} display="grid" gap="2" {...form.formProps}>
      {invite.error && !form.hasErrors && <Banner tone="error">{i18n._(textOfError(invite.error))}</Banner>}
      <MailField
        label={t`E-mail address`}
        autoComplete="off"
        hint={t`They need a Hibiki account`}
        {...form.field('mail')}
      />
      <NameField {...form.field('name')} />
      {form.hasErrors && isUnknown(invite.error) && invite.variables?.mail && (
        <GuestLinkOffer mail={invite.variables.mail} onDone={props.onClose} />
      )}
    </chakra.form>
  );
};

/** No verified account has that address: the server says so (docs/specification.md), and there is another way to talk. */
const isUnknown = (error: Error | null): boolean =>
  error instanceof AppError && error.violations.some(({ code }) => code === 'pair-user-unknown');

/** Offers a guest link, by which people without an account can call the user. */
const GuestLinkOffer = ({ mail, onDone }: { readonly mail: string; readonly onDone: () => void }) => {
  const { i18n } = useLingui();
  const lang = useLanguage();
  const queryClient = useQueryClient();
  const send = useMutation({
    mutationFn: () => makeGuestLink({ group: null, mail, lang }),
    onSuccess: async () => {
      showSnackbar('success', <Trans>Guest link sent to {mail}</Trans>);
      onDone();
      await queryClient.invalidateQueries({ queryKey: ['guest_links'] });
    },
  });
  return (
    <Banner
      tone={send.error ? 'error' : 'info'}
      action={
        <div>
          <Button size="sm" variant="outline" loading={send.isPending} onClick={() => send.mutate()}>
            <Trans>Send a guest link</Trans>
          </Button>
        </div>
      }
    >
      {send.error ? (
        i18n._(textOfError(send.error))
      ) : (
        <Trans>
          Without an account they can still call you: we can send them a guest link, which works for{' '}
          {GUEST_LINK_HOURS} hours.
        </Trans>
      )}
    </Banner>
  );
};

const DeviceForm = (props: FormProps) => {
  const { t, i18n } = useLingui();
  const invite = useInvite(props, (error) =>
    form.showViolations(error, { serialLong: 'serialLong', name: 'name' }),
  );
  const form = useValidatedForm(DeviceSchema, (values) => invite.mutate(values));
  return (
    <chakra.form id={props.formId} display="grid" gap="2" {...form.formProps}>
      {invite.error && !form.hasErrors && <Banner tone="error">{i18n._(textOfError(invite.error))}</Banner>}
      <TextField
        label={t`Serial number`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={t`Printed on the device, for example HIBIKI00001`}
        {...form.field('serialLong')}
      />
      <NameField {...form.field('name')} />
    </chakra.form>
  );
};

const NameField = (props: {
  readonly name: string;
  readonly error: string | undefined;
  readonly onChange: () => void;
}) => {
  const { t } = useLingui();
  return <TextField label={t`Name (optional)`} autoComplete="off" hint={t`Your name for them`} {...props} />;
};
