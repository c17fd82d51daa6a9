import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { EllipsisVertical, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import * as v from 'valibot';
import type { Pair } from '#client/api/api-types.ts';
import { deleteItem, mergeItem } from '#client/api/call-api.ts';
import { pairDetail, pairName, pairParty } from '#client/api/pair-name.ts';
import { useValidatedForm } from '#client/forms/use-validated-form.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { Banner } from '#client/ui/banner.tsx';
import { ConfirmChange } from '#client/ui/confirm-change.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { Menu, MenuItem } from '#client/ui/menu.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { MAX_NAME } from '#protocol/limits.ts';
import { iri } from '#protocol/rest/field.ts';

/** What can be done with a pair besides calling. */
export const PairActions = ({ pair, userId }: { readonly pair: Pair; readonly userId: string }) => {
  const { t } = useLingui();
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const name = pairName(pair);
  // What the owner calls the other side is the owner's own.
  const own = pair.owner === iri('users', userId);
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t`More options for ${name}`} size="sm">
            <EllipsisVertical />
          </IconButton>
        }
      >
        {own && (
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setOpen('rename')}>
            <Trans>Rename</Trans>
          </MenuItem>
        )}
        <MenuItem icon={<Trash2 aria-hidden />} dangerous onSelect={() => setOpen('delete')}>
          <Trans context="pair">Remove</Trans>
        </MenuItem>
      </Menu>
      {open === 'rename' && <RenameDialog pair={pair} onClose={() => setOpen(null)} />}
      {open === 'delete' && <DeletePair pair={pair} onClose={() => setOpen(null)} />}
    </>
  );
};

const RenameSchema = v.object({ name: v.pipe(v.string(), v.trim(), v.maxLength(MAX_NAME, 'too-long')) });

interface PairDialogProps {
  readonly pair: Pair;
  readonly onClose: () => void;
}

const RenameDialog = ({ pair, onClose }: PairDialogProps) => {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const rename = useMutation({
    mutationFn: (body: v.InferOutput<typeof RenameSchema>) => mergeItem('pairs', pair.id, body),
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['pairs'] });
    },
    onError: (error) => form.showViolations(error, { name: 'name' }),
  });
  const form = useValidatedForm(RenameSchema, (values) => rename.mutate(values));
  return (
    <FormDialog
      title={t`Rename`}
      formProps={form.formProps}
      submitLabel={<Trans>Save</Trans>}
      busy={rename.isPending}
      onClose={onClose}
    >
      {rename.error && !form.hasErrors && (
        <Banner tone="error">
          <Trans>The name couldn’t be changed.</Trans>
        </Banner>
      )}
      <TextField
        label={t`Name`}
        hint={t`Only you see this name. If empty, we show “${pairDetail({ ...pair, name: ' ' })}”.`}
        autoComplete="off"
        defaultValue={pair.name}
        autoFocus
        {...form.field('name')}
      />
    </FormDialog>
  );
};

const DeletePair = ({ pair, onClose }: PairDialogProps) => {
  const { t } = useLingui();
  const name = useNamed()(pairParty(pair));
  return (
    <ConfirmChange
      title={t`Remove ${name}?`}
      confirmLabel={t({ message: 'Remove', context: 'pair' })}
      queryKey="pairs"
      change={() => deleteItem('pairs', pair.id)}
      onClose={onClose}
    >
      <Trans>
        You won’t be able to call each other, and they’ll be removed from your groups. This can’t be undone.
      </Trans>
    </ConfirmChange>
  );
};
