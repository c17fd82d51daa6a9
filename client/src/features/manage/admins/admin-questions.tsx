import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { deleteItem } from '#client/api/call-api.ts';
import { adminVersionQuery } from '#client/api/queries/manage/admins.ts';
import { useCloseIfGone } from '#client/features/manage/form/use-close-if-gone.tsx';
import { useAddressDialog, usePlainDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { ConfirmChange } from '#client/ui/confirm-change.tsx';
import { AddAdminDialog } from './add-admin-dialog.tsx';
import { EditAdminDialog } from './edit-admin-dialog.tsx';

/** The dialogs of the list: `?add`, `?edit=` and `?delete=` of its address. */
export const AdminQuestions = () => {
  const add = usePlainDialog('add');
  const edit = useAddressDialog('edit');
  const remove = useAddressDialog('delete');
  const id = edit.value ?? remove.value;
  const { data: version, error } = useQuery({ ...adminVersionQuery(id ?? ''), enabled: id !== null });
  useCloseIfGone(id, error, edit.value === null ? remove.close : edit.close);
  if (add.isOpen) return <AddAdminDialog onClose={add.close} />;
  if (!version) return null;
  if (edit.value !== null) {
    return <EditAdminDialog key={edit.value} version={version} onClose={edit.close} />;
  }
  const { item, etag } = version;
  return <DeleteQuestion id={item.id} mail={item.email} etag={etag} onClose={remove.close} />;
};

interface DeleteQuestionProps {
  readonly id: string;
  readonly mail: string;
  readonly etag: string | null;
  readonly onClose: () => void;
}

const DeleteQuestion = ({ id, mail, etag, onClose }: DeleteQuestionProps) => {
  const { t } = useLingui();
  return (
    <ConfirmChange
      title={t`Delete “${mail}”?`}
      confirmLabel={t`Delete`}
      queryKey="admins"
      change={() => deleteItem('admins', id, { ifMatch: etag })}
      done={<Trans>{mail} was deleted</Trans>}
      onClose={onClose}
    >
      <Trans>The administrator is signed out at once. This can’t be undone.</Trans>
    </ConfirmChange>
  );
};
