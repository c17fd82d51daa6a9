import { useLingui } from '@lingui/react/macro';
import { Building2, KeyRound, Mail, Pencil, ShieldMinus, ShieldPlus, Trash2 } from 'lucide-react';
import type { User } from '#client/api/api-types.ts';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { useHasSeveralCustomers } from '#client/features/manage/shell/use-console-account.ts';
import { MenuItem, MenuSeparator } from '#client/ui/menu.tsx';
import { useGrantManagement } from './use-grant-management.tsx';
import { useUserMails, waitsForMail } from './use-user-mails.tsx';
import { useAskUser } from './user-questions.tsx';

/** What can be done with a user: of a menu, in a `UserQuestions`. */
export const UserActions = ({ row: user }: { readonly row: User }) => {
  const { t } = useLingui();
  const ask = useAskUser();
  const edit = useAddressDialog('edit');
  const { resend, resetPassword } = useUserMails();
  const grant = useGrantManagement();
  const severalCustomers = useHasSeveralCustomers();
  return (
    <>
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => edit.open(user.id)}>
        {t`Edit`}
      </MenuItem>
      {waitsForMail(user) && (
        <MenuItem icon={<Mail aria-hidden />} onSelect={() => resend(user)}>
          {user.invitedAt === null ? t`Send verification again` : t`Send invitation again`}
        </MenuItem>
      )}
      {user.invitedAt === null && (
        <MenuItem icon={<KeyRound aria-hidden />} onSelect={() => resetPassword(user)}>
          {t`Reset the password by e-mail`}
        </MenuItem>
      )}
      {/* The role alone, as an import may give it to someone, is no management yet. */}
      {user.manages.length === 0 && user.verified === 'VERIFIED' && (
        <MenuItem icon={<ShieldPlus aria-hidden />} onSelect={() => grant(user)}>
          {t`Make a manager`}
        </MenuItem>
      )}
      {user.isManager && (
        <MenuItem icon={<ShieldMinus aria-hidden />} onSelect={() => ask({ kind: 'revoke', user })}>
          {t`Revoke management`}
        </MenuItem>
      )}
      {severalCustomers && (
        <MenuItem icon={<Building2 aria-hidden />} onSelect={() => ask({ kind: 'move', user })}>
          {t`Move to another customer`}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} dangerous onSelect={() => ask({ kind: 'delete', user })}>
        {t`Delete`}
      </MenuItem>
    </>
  );
};
