import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { useConsoleAccount } from '#client/features/manage/shell/use-console-account.ts';
import { ThemeAndLanguage } from '#client/ui/theme-and-language.tsx';
import { AdminAccount } from './admin-account.tsx';
import { ManagerAccount } from './manager-account.tsx';
import { PasswordLink } from './password-link.tsx';
import { SettingsPanel } from './settings-panel.tsx';

/** `/manager/settings`: the own account, and how the console looks in this browser. */
export const OwnSettingsPage = () => {
  const { t } = useLingui();
  const account = useConsoleAccount();
  const isAdmin = account.kind === 'admin';
  return (
    <ConsolePage title={t`Your settings`}>
      <chakra.div display="grid" gap="4" maxW="prose">
        {isAdmin ? <AdminAccount admin={account.admin} /> : <ManagerAccount user={account.user} />}
        <PasswordLink
          isAdmin={isAdmin}
          mail={account.kind === 'admin' ? account.admin.email : account.user.email}
        />
        <SettingsPanel title={t`Display`}>
          <ThemeAndLanguage />
        </SettingsPanel>
      </chakra.div>
    </ConsolePage>
  );
};
