import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { createItem } from '#client/api/call-api.ts';
import { SendDialog } from '#client/features/manage/form/send-dialog.tsx';
import { useSendForm } from '#client/features/manage/form/use-send-form.ts';
import { strictMailRule } from '#client/forms/rules.ts';
import { serialRule } from '#client/forms/serial-rule.ts';
import { MailField } from '#client/ui/mail-field.tsx';
import { Segmented } from '#client/ui/segmented.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import type { ViolationCode } from '#protocol/errors.ts';
import { MAX_NAME } from '#protocol/limits.ts';
import { idOfIri, iri } from '#protocol/rest/field.ts';
import { InvitingField } from './inviting-field.tsx';

const says = (code: ViolationCode): ViolationCode => code;

const inviteSchema = (invited: Kind) =>
  v.object({
    owner: v.pipe(v.string(), v.nonEmpty(says('required'))),
    target: invited === 'user' ? strictMailRule : serialRule,
    name: v.pipe(v.string(), v.trim(), v.maxLength(MAX_NAME, says('too-long'))),
  });

type Kind = 'user' | 'device';
const schemas = { user: inviteSchema('user'), device: inviteSchema('device') } as const;

export interface PairOwner {
  /** IRI of a user or device. */
  readonly party: string;
  readonly name: string;
}

export interface InviteDialogProps {
  /** Who invites; chosen in the dialog where it is not known. */
  readonly owner?: PairOwner | undefined;
  readonly onClose: () => void;
}

/** Invites a user by mail address, or a device by serial number, on behalf of a user or device. */
export const InviteDialog = ({ owner, onClose }: InviteDialogProps) => {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [invited, setInvited] = useState<Kind>('user');
  const form = useSendForm({
    schema: schemas[invited],
    fields: { mail: 'target', serialLong: 'target' },
    send: async ({ owner: party, target, name }) => {
      const id = idOfIri(party);
      await createItem('pairs', {
        owner: party === iri('devices', id) ? iri('devices', id) : iri('users', id),
        ...(invited === 'user' ? { mail: target } : { serialLong: target }),
        name,
      });
      await queryClient.invalidateQueries({ queryKey: ['pairs'] });
      showSnackbar('success', <Trans>Invitation sent</Trans>);
      onClose();
    },
  });
  const kinds = [
    { value: 'user', label: t`A user` },
    { value: 'device', label: t`A device` },
  ] as const;
  return (
    <SendDialog
      title={owner ? t`Invite someone for ${owner.name}` : t`Invite`}
      form={form}
      submitLabel={<Trans>Send invitation</Trans>}
      onClose={onClose}
    >
      {owner ? (
        <input type="hidden" name="owner" value={owner.party} />
      ) : (
        <InvitingField {...form.field('owner')} />
      )}
      <Segmented<Kind>
        name="invited"
        label={t`Who is invited?`}
        options={kinds}
        value={invited}
        onChange={setInvited}
      />
      {invited === 'user' ? (
        <MailField
          key="user"
          label={t`E-mail address`}
          autoComplete="off"
          hint={t`They need a Hibiki account`}
          {...form.field('target')}
        />
      ) : (
        <TextField
          key="device"
          label={t`Serial number`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint={t`Printed on the device, for example HIBIKI00001`}
          {...form.field('target')}
        />
      )}
      <TextField
        label={t`Name (optional)`}
        hint={t`What the inviting side calls them`}
        autoComplete="off"
        {...form.field('name')}
      />
    </SendDialog>
  );
};
