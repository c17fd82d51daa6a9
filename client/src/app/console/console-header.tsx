import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai';
import {
  Bell,
  EllipsisVertical,
  House,
  Languages,
  LogOut,
  Menu as MenuIcon,
  Moon,
  Search,
  Settings,
  Sun,
} from 'lucide-react';
import { memo, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useCurrentUser } from '#client/app/account.ts';
import { logoTarget } from '#client/app/guard.ts';
import { UnreadBadge, useUnreadCount } from '#client/app/shell/unread-badge.tsx';
import { useSignOut } from '#client/app/shell/use-sign-out.ts';
import { useThemeToggle } from '#client/app/shell/use-theme-toggle.ts';
import { NavigationDrawer } from '#client/features/manage/shell/navigation-drawer.tsx';
import { consoleOverlayAtom } from '#client/features/manage/shell/palette-state.ts';
import { useConsoleAccountState } from '#client/features/manage/shell/use-console-account.ts';
import { useAskedSignOut } from '#client/features/manage/task/use-asked-sign-out.tsx';
import { chooseLanguage } from '#client/i18n/activate.ts';
import { languageNames } from '#client/i18n/language.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { Button } from '#client/ui/button.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { Menu, MenuItem, MenuSeparator } from '#client/ui/menu.tsx';
import { useMediaQuery } from '#client/ui/use-media-query.ts';
import { HEADER_HEIGHT } from './header-height.ts';
import { preloadConsoleScreen } from './preload-console-screen.ts';

const SIDE = '(min-width: 768px)';

/** The console's header: 48 px, so that lists have the rest. Stays as it is when the address changes. */
export const ConsoleHeader = memo(() => {
  const { t } = useLingui();
  const side = useMediaQuery(SIDE);
  const [drawer, setDrawer] = useState(false);
  return (
    <chakra.header
      position="sticky"
      top="0"
      zIndex="header"
      height={HEADER_HEIGHT}
      pt="env(safe-area-inset-top)"
      display="flex"
      alignItems="center"
      gap="2"
      px={{ base: '2', md: '4' }}
      bg="navigation"
      borderBottom="1px solid"
      borderColor="line"
    >
      {!side && (
        <IconButton label={t`Navigation`} size="sm" aria-haspopup="dialog" onClick={() => setDrawer(true)}>
          <MenuIcon />
        </IconButton>
      )}
      <HomeLogo />
      <chakra.div flex="1" display="flex" justifyContent={{ base: 'flex-end', md: 'center' }}>
        <PaletteButton wide={side} />
      </chakra.div>
      {side && <SignOutButton />}
      <AccountMenu signOutInside={!side} />
      {drawer && !side && (
        <NavigationDrawer preload={preloadConsoleScreen} onClose={() => setDrawer(false)} />
      )}
    </chakra.header>
  );
});

const HomeLogo = () => {
  const { pathname } = useLocation();
  const { t } = useLingui();
  const target = logoTarget(pathname);
  const logo = <Logo width="100px" />;
  if (target === null) return logo;
  return (
    <chakra.span display="inline-flex" borderRadius="sm" asChild>
      <Link to={target} aria-label={t`Hibiki, home`}>
        {logo}
      </Link>
    </chakra.span>
  );
};

/** Opens the palette, and says by which keys. */
const PaletteButton = ({ wide }: { readonly wide: boolean }) => {
  const { t } = useLingui();
  const setOverlay = useSetAtom(consoleOverlayAtom);
  const open = () => setOverlay('palette');
  if (!wide) {
    return (
      <IconButton label={t`Go to`} size="sm" aria-haspopup="dialog" onClick={open}>
        <Search />
      </IconButton>
    );
  }
  return (
    <Button
      variant="outline"
      size="sm"
      width="72"
      px="3"
      minH="8"
      justifyContent="flex-start"
      fontWeight="regular"
      color="ink.muted"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K"
      onClick={open}
    >
      <Search aria-hidden />
      <chakra.span flex="1" textAlign="start">{t`Go to`}</chakra.span>
      <chakra.kbd textStyle="caption">Ctrl K</chakra.kbd>
    </Button>
  );
};

const SignOutButton = () => {
  const { t } = useLingui();
  const signOut = useAskedSignOut(useSignOut());
  return (
    <>
      <Button variant="ghost" size="sm" loading={signOut.busy} onClick={signOut.run}>
        <LogOut aria-hidden />
        {t`Sign out`}
      </Button>
      {signOut.question}
    </>
  );
};

/** What is about the person and not about the console; a manager is a user too. */
const AccountMenu = ({ signOutInside }: { readonly signOutInside: boolean }) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const user = useCurrentUser();
  const { account } = useConsoleAccountState();
  const unread = useUnreadCount(user !== undefined);
  const language = useLanguage();
  const theme = useThemeToggle();
  const signOut = useAskedSignOut(useSignOut());
  const other = language === 'ja' ? 'en' : 'ja';
  const name = account?.kind === 'admin' ? account.admin.name : (account?.user.name ?? '');
  return (
    <>
      <Menu
        trigger={
          <IconButton label={unread > 0 ? t`Menu, ${unread} unread notifications` : t`Menu`} size="sm">
            <EllipsisVertical />
            <chakra.span position="absolute" top="-1.5" insetEnd={{ base: '-1.5', md: '-3' }}>
              <UnreadBadge count={unread} />
            </chakra.span>
          </IconButton>
        }
      >
        <chakra.p px="3" py="2" textStyle="caption" color="ink.muted" maxW="64" truncate>
          {name}
        </chakra.p>
        {user && (
          <>
            <MenuItem icon={<House aria-hidden />} onSelect={() => void navigate('/user')}>
              {t`Video chat`}
            </MenuItem>
            <MenuItem icon={<Bell aria-hidden />} onSelect={() => void navigate('/user/notifications')}>
              {t`Notifications`}
            </MenuItem>
          </>
        )}
        <MenuItem icon={<Settings aria-hidden />} onSelect={() => void navigate('/manager/settings')}>
          {t`Settings`}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={theme.dark ? <Sun aria-hidden /> : <Moon aria-hidden />} onSelect={theme.toggle}>
          {theme.dark ? t`Light theme` : t`Dark theme`}
        </MenuItem>
        <MenuItem icon={<Languages aria-hidden />} onSelect={() => void chooseLanguage(other)}>
          <span lang={other}>{languageNames[other]}</span>
        </MenuItem>
        {signOutInside && (
          <MenuItem icon={<LogOut aria-hidden />} onSelect={signOut.run}>
            {t`Sign out`}
          </MenuItem>
        )}
      </Menu>
      {signOut.question}
    </>
  );
};
