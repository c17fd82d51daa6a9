import { useLingui } from '@lingui/react/macro';
import type { User } from '#client/api/api-types.ts';
import { callApi } from '#client/api/call-api.ts';
import { Fact } from '#client/features/manage/shell/fact-list.tsx';
import { usePlainDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { languageNames } from '#client/i18n/language.ts';
import { AccountPanel } from './account-panel.tsx';
import { EditManagerDialog } from './edit-manager-dialog.tsx';

/** Name, address and language of mails of the manager who is signed in. */
export const ManagerAccount = ({ user }: { readonly user: User }) => {
  const { t } = useLingui();
  const edit = usePlainDialog('edit');
  const { id, nickname, email, pendingEmail, lang } = user;
  return (
    <>
      <AccountPanel
        facts={
          <>
            <Fact name={t`Name`}>{nickname || '–'}</Fact>
            <Fact name={t`E-mail address`}>{email}</Fact>
            <Fact name={t`Language of e-mails`}>{languageNames[lang]}</Fact>
          </>
        }
        pendingEmail={pendingEmail}
        queryKey="users"
        resend={() => callApi('users.resendLink', { parameters: { id } })}
        withdraw={() => callApi('users.withdrawMail', { parameters: { id } })}
        onEdit={() => edit.open()}
      />
      {edit.isOpen && <EditManagerDialog id={id} onClose={edit.close} />}
    </>
  );
};
