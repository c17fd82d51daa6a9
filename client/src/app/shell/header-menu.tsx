import { useLingui } from '@lingui/react/macro';
import { EllipsisVertical, Languages, LogIn, LogOut, Moon, Sun } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAuthenticated, useCurrentUser } from '#client/app/account.ts';
import { signInTarget } from '#client/app/guard.ts';
import { chooseLanguage } from '#client/i18n/activate.ts';
import { languageNames, languages } from '#client/i18n/language.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { Menu, MenuChoice, MenuItem, MenuSeparator, SubMenu } from '#client/ui/menu.tsx';
import { navigationItems } from './navigation-items.ts';
import { useSignOut } from './use-sign-out.ts';
import { useThemeToggle } from './use-theme-toggle.ts';

/** The header's buttons on a small screen. */
export const HeaderMenu = () => {
  const { t, i18n } = useLingui();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const authenticated = useAuthenticated();
  const items = navigationItems(pathname, useCurrentUser());
  const language = useLanguage();
  const theme = useThemeToggle();
  const signOut = useSignOut();
  return (
    <Menu
      trigger={
        <IconButton label={t`Menu`} me="-2">
          <EllipsisVertical />
        </IconButton>
      }
    >
      {items.map(({ to, label, icon: Icon }) => (
        <MenuItem key={to} icon={<Icon aria-hidden />} onSelect={() => void navigate(to)}>
          {i18n._(label)}
        </MenuItem>
      ))}
      {items.length > 0 && <MenuSeparator />}
      <MenuItem icon={theme.dark ? <Sun aria-hidden /> : <Moon aria-hidden />} onSelect={theme.toggle}>
        {theme.dark ? t`Light theme` : t`Dark theme`}
      </MenuItem>
      <SubMenu label={t`Language`} icon={<Languages aria-hidden />}>
        <MenuChoice
          label={t`Language`}
          value={language}
          options={languages.map((code) => ({ value: code, label: languageNames[code], lang: code }))}
          onChange={(code) => void chooseLanguage(code)}
        />
      </SubMenu>
      <MenuSeparator />
      {authenticated ? (
        <MenuItem icon={<LogOut aria-hidden />} onSelect={signOut.run}>
          {t`Sign out`}
        </MenuItem>
      ) : (
        <MenuItem icon={<LogIn aria-hidden />} onSelect={() => void navigate(signInTarget(pathname))}>
          {t`Sign in`}
        </MenuItem>
      )}
    </Menu>
  );
};
