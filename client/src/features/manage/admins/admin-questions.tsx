import { Trans, useLingui } from '@lingui/react/macro';
import { deleteItem } from '#client/api/call-api.ts';
import { Versioned } from '#client/features/manage/form/versioned.tsx';
import { useAddressDialog, usePlainDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { ConfirmChange } from '#client/ui/confirm-change.tsx';
import { AddAdminDialog } from './add-admin-dialog.tsx';
import { EditAdminDialog } from './edit-admin-dialog.tsx';

/** The dialogs of the list: `?add`, `?edit=` and `?delete=` of its address. */
export const AdminQuestions = () => {
  const add = usePlainDialog('add');
  const edit = useAddressDialog('edit');
  const remove = useAddressDialog('delete');
  const { t } = useLingui();
  const title = t`Administrator`;
  if (add.isOpen) return <AddAdminDialog onClose={add.close} />;
  if (edit.value !== null) {
    return (
      <Versioned key={edit.value} path="admins" id={edit.value} title={title} onClose={edit.close}>
        {(version) => <EditAdminDialog version={version} onClose={edit.close} />}
      </Versioned>
    );
  }
  if (remove.value === null) return null;
  return (
    <Versioned key={remove.value} path="admins" id={remove.value} title={title} onClose={remove.close}>
      {({ item, etag }) => (
        <DeleteQuestion id={item.id} mail={item.email} etag={etag} onClose={remove.close} />
      )}
    </Versioned>
  );
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
