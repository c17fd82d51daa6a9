import { Trans, useLingui } from '@lingui/react/macro';
import { EllipsisVertical, Link2, LogIn, MailPlus, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Group } from '#client/api/api-types.ts';
import { deleteItem } from '#client/api/call-api.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmChange } from '#client/ui/confirm-change.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#client/ui/menu.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { GuestLinksDialog } from './guest-links-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';

type Open = 'edit' | 'delete' | 'invite' | 'links' | null;

/** What the owner can do with a group. */
export const GroupActions = ({ group, userId }: { readonly group: Group; readonly userId: string }) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const { name } = group;
  return (
    <>
      {group.available && (
        <Button
          size="sm"
          variant="soft"
          aria-label={t`Join ${name}`}
          onClick={() => void navigate(`/user/groupchat/talk?group=${group.id}`)}
        >
          <LogIn aria-hidden />
          <Trans>Join</Trans>
        </Button>
      )}
      <IconButton label={t`Guest links of ${name}`} size="sm" onClick={() => setOpen('links')}>
        <Link2 />
      </IconButton>
      <Menu
        trigger={
          <IconButton label={t`More options for ${name}`} size="sm">
            <EllipsisVertical />
          </IconButton>
        }
      >
        <MenuItem icon={<MailPlus aria-hidden />} onSelect={() => setOpen('invite')}>
          <Trans>Invite everyone by e-mail</Trans>
        </MenuItem>
        <MenuItem icon={<Link2 aria-hidden />} onSelect={() => setOpen('links')}>
          <Trans>Guest links</Trans>
        </MenuItem>
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setOpen('edit')}>
          <Trans>Edit</Trans>
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} dangerous onSelect={() => setOpen('delete')}>
          <Trans>Delete</Trans>
        </MenuItem>
      </Menu>
      {open === 'edit' && <GroupDialog userId={userId} group={group} onClose={close} />}
      {open === 'invite' && <InviteDialog group={group} onClose={close} />}
      {open === 'links' && <GuestLinksDialog group={group} onClose={close} />}
      {open === 'delete' && <DeleteGroup group={group} onClose={close} />}
    </>
  );
};

const DeleteGroup = ({ group, onClose }: { readonly group: Group; readonly onClose: () => void }) => {
  const { t } = useLingui();
  return (
    <ConfirmChange
      title={t`Delete “${group.name}”?`}
      confirmLabel={t`Delete`}
      queryKey="groups"
      change={() => deleteItem('groups', group.id)}
      done={<Trans>Group deleted</Trans>}
      onClose={onClose}
    >
      <Trans>Its members and guest links are removed too. This can’t be undone.</Trans>
    </ConfirmChange>
  );
};
