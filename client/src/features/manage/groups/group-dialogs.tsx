import { useLingui } from '@lingui/react/macro';
import { Versioned } from '#client/features/manage/form/versioned.tsx';
import { InZone } from '#client/features/manage/shell/in-zone.tsx';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { DeleteGroup } from './delete-group.tsx';
import { EditGroupDialog } from './edit-group-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';

export interface GroupDialogsProps {
  /** Instead of closing the question alone: the page of what is deleted is left. */
  readonly onDeleted?: () => void;
}

/** The dialogs about one group that have an address: of the list, and of the page of a group. */
export const GroupDialogs = ({ onDeleted }: GroupDialogsProps) => {
  const { t } = useLingui();
  const editing = useAddressDialog('edit');
  const inviting = useAddressDialog('invite');
  const deleting = useAddressDialog('delete');
  return (
    <>
      {editing.value !== null && (
        <Versioned path="groups" id={editing.value} title={t`Edit group`} onClose={editing.close}>
          {(version) => (
            <InZone>
              {(zone) => <EditGroupDialog version={version} zone={zone} onClose={editing.close} />}
            </InZone>
          )}
        </Versioned>
      )}
      {inviting.value !== null && (
        <Versioned path="groups" id={inviting.value} title={t`Invite by e-mail`} onClose={inviting.close}>
          {({ item }) => <InviteDialog group={item} onClose={inviting.close} />}
        </Versioned>
      )}
      {deleting.value !== null && (
        <Versioned path="groups" id={deleting.value} title={t`Delete the group`} onClose={deleting.close}>
          {(version) => <DeleteGroup version={version} onDeleted={onDeleted} onClose={deleting.close} />}
        </Versioned>
      )}
    </>
  );
};
