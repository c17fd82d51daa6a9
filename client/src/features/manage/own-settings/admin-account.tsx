import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Admin } from '#client/api/api-types.ts';
import { callApi } from '#client/api/call-api.ts';
import { adminVersionQuery } from '#client/api/queries/manage/admins.ts';
import { EditAdminDialog } from '#client/features/manage/admins/edit-admin-dialog.tsx';
import { Fact } from '#client/features/manage/shell/fact-list.tsx';
import { usePlainDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { AccountPanel } from './account-panel.tsx';

/** The address of the administrator who is signed in. */
export const AdminAccount = ({ admin }: { readonly admin: Admin }) => {
  const { t } = useLingui();
  const edit = usePlainDialog('edit');
  const { id, email, pendingEmail } = admin;
  const { data: version } = useQuery(adminVersionQuery(id));
  return (
    <>
      <AccountPanel
        facts={
          <>
            <Fact name={t`E-mail address`}>{email}</Fact>
            <Fact name={t`Role`}>
              <Trans>Administrator of the installation</Trans>
            </Fact>
          </>
        }
        pendingEmail={pendingEmail}
        queryKey="admins"
        resend={() => callApi('admins.resendLink', { parameters: { id } })}
        withdraw={() => callApi('admins.withdrawMail', { parameters: { id } })}
        onEdit={() => edit.open()}
      />
      {edit.isOpen && version && <EditAdminDialog version={version} onClose={edit.close} />}
    </>
  );
};
