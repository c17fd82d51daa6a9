import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createItem } from '#client/api/call-api.ts';
import type { Owner } from '#client/api/queries/manage/owners.ts';
import { SendDialog } from '#client/features/manage/form/send-dialog.tsx';
import { useSendForm } from '#client/features/manage/form/use-send-form.ts';
import { OwnerPicker } from '#client/features/manage/pick/owner-picker.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { browserZone, useTimeZone } from '#client/ui/time-zone.ts';
import { iri } from '#protocol/rest/field.ts';
import { GroupFields } from './group-fields.tsx';
import { GROUP_FIELDS, groupBody, managedGroupTexts, NewGroupSchema, wrongDates } from './group-schema.ts';

const FIRST_TEXTS = managedGroupTexts(null, 'UTC');

/** Makes a group of any user or device. */
export const AddGroupDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [owner, setOwner] = useState<Owner | null>(null);
  const known = useTimeZone();
  const zone = known ?? browserZone();
  const form = useSendForm({
    schema: NewGroupSchema,
    fields: GROUP_FIELDS,
    across: wrongDates(zone),
    async send(values) {
      if (!owner) return;
      const path = owner.kind === 'device' ? 'devices' : 'users';
      await createItem('groups', { owner: iri(path, owner.id), ...groupBody(values, zone) });
      showSnackbar('success', <Trans>Group created</Trans>);
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['groups'] });
    },
  });
  return (
    <SendDialog
      title={t`Create group`}
      width="40rem"
      form={form}
      submitLabel={<Trans>Create group</Trans>}
      onClose={onClose}
    >
      <OwnerPicker {...form.field('owner')} chosen={owner} onChoose={setOwner} />
      <GroupFields texts={FIRST_TEXTS} field={form.field} ownerId={owner?.id ?? null} zone={known} />
    </SendDialog>
  );
};
