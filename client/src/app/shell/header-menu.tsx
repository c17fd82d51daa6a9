import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { Bell, EllipsisVertical, Languages, LogIn, LogOut, Moon, Settings, Sun } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAuthenticated, useCurrentUser } from '#client/app/account.ts';
import { signInTarget } from '#client/app/guard.ts';
import { chooseLanguage } from '#client/i18n/activate.ts';
import { languageNames, languages } from '#client/i18n/language.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { Menu, MenuChoice, MenuItem, MenuSeparator, SubMenu } from '#client/ui/menu.tsx';
import { mayNavigate, type NavigationItem } from './navigation-items.ts';
import { UnreadBadge, useUnreadCount } from './unread-badge.tsx';
import { useSignOut } from './use-sign-out.ts';
import { useThemeToggle } from './use-theme-toggle.ts';

/** The header's buttons where they do not fit. */
export const HeaderMenu = ({ items }: { readonly items: readonly NavigationItem[] }) => {
  const { t, i18n } = useLingui();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const authenticated = useAuthenticated();
  const user = useCurrentUser();
  const signedIn = mayNavigate(pathname, user);
  const unread = useUnreadCount(signedIn);
  const language = useLanguage();
  const theme = useThemeToggle();
  const signOut = useSignOut();
  return (
    <Menu
      trigger={
        <IconButton label={unread > 0 ? t`Menu, ${unread} unread notifications` : t`Menu`} me="-2">
          <EllipsisVertical />
          <chakra.span position="absolute" top="0.5" insetEnd="0">
            <UnreadBadge count={unread} />
          </chakra.span>
        </IconButton>
      }
    >
      {items.map(({ to, label, icon: Icon }) => (
        <MenuItem key={to} icon={<Icon aria-hidden />} onSelect={() => void navigate(to)}>
          {i18n._(label)}
        </MenuItem>
      ))}
      {signedIn && (
        <>
          <MenuItem icon={<Bell aria-hidden />} onSelect={() => void navigate('/user/notifications')}>
            <chakra.span flex="1">{t`Notifications`}</chakra.span>
            {unread > 0 && <chakra.span srOnly>{t`${unread} unread`}</chakra.span>}
            <UnreadBadge count={unread} />
          </MenuItem>
          <MenuItem icon={<Settings aria-hidden />} onSelect={() => void navigate('/user/settings')}>
            {t`Settings`}
          </MenuItem>
          <MenuSeparator />
        </>
      )}
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
