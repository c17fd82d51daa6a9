import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Bell, Languages, LogIn, LogOut, Moon, Settings, Sun } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { useAuthenticated, useCurrentUser } from '#client/app/account.ts';
import { logoTarget, signInTarget } from '#client/app/guard.ts';
import { chooseLanguage } from '#client/i18n/activate.ts';
import { languageNames } from '#client/i18n/language.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { Button } from '#client/ui/button.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { Tooltip } from '#client/ui/tooltip.tsx';
import { useMediaQuery } from '#client/ui/use-media-query.ts';
import { HeaderBar } from './header-bar.tsx';
import { HeaderMenu } from './header-menu.tsx';
import { mayNavigate, type NavigationItem, useNavigationItems } from './navigation-items.ts';
import { UnreadBadge, useUnreadCount } from './unread-badge.tsx';
import { useFits } from './use-fits.ts';
import { useSignOut } from './use-sign-out.ts';
import { useThemeToggle } from './use-theme-toggle.ts';

/** Below this width the menu is used without measuring. */
const MAYBE_WIDE = '(min-width: 768px)';

/** Its buttons collapse into a menu where they do not fit side by side, which depends on the role and the language. */
export const Header = () => {
  const bar = useRef<HTMLDivElement>(null);
  const items = useNavigationItems();
  const language = useLanguage();
  const authenticated = useAuthenticated();
  const fits = useFits(bar, `${language} ${authenticated} ${items.map(({ to }) => to).join(' ')}`);
  const wide = useMediaQuery(MAYBE_WIDE) && fits;
  return (
    <HeaderBar ref={bar}>
      <HomeLogo />
      <chakra.div flex="1">{wide && <Navigation items={items} />}</chakra.div>
      {wide ? <WideActions /> : <HeaderMenu items={items} />}
    </HeaderBar>
  );
};

const HomeLogo = () => {
  const { pathname } = useLocation();
  const { t } = useLingui();
  const target = logoTarget(pathname);
  // No target from here: no link.
  if (!useAuthenticated() || target === null) return <Logo />;
  return (
    <chakra.span display="inline-flex" borderRadius="sm" asChild>
      <Link to={target} aria-label={t`Hibiki, home`}>
        <Logo />
      </Link>
    </chakra.span>
  );
};

const Navigation = ({ items }: { readonly items: readonly NavigationItem[] }) => {
  const { i18n, t } = useLingui();
  if (items.length === 0) return null;
  return (
    <chakra.nav aria-label={t`Main`} display="flex" gap="1">
      {items.map(({ to, label }) => (
        <chakra.span
          key={to}
          display="inline-flex"
          alignItems="center"
          gap="2"
          whiteSpace="nowrap"
          minH="10"
          px="2.5"
          borderRadius="full"
          textStyle="small"
          fontWeight="medium"
          color="ink.muted"
          textDecoration="none"
          transition="background-color 120ms, color 120ms"
          _hover={{ color: 'ink', bg: 'contents.hover' }}
          _currentPage={{ color: 'primary.onSubtle', bg: 'primary.subtle', fontWeight: 'semibold' }}
          _highContrast={{ _currentPage: { outline: '2px solid SelectedItem' } }}
          asChild
        >
          <NavLink to={to} end={to === '/user'}>
            {i18n._(label)}
          </NavLink>
        </chakra.span>
      ))}
    </chakra.nav>
  );
};

const WideActions = () => {
  const { t } = useLingui();
  const theme = useThemeToggle();
  return (
    <chakra.div display="flex" alignItems="center" gap="1">
      <LanguageButton />
      <IconButton label={theme.dark ? t`Light theme` : t`Dark theme`} onClick={theme.toggle}>
        {theme.dark ? <Sun /> : <Moon />}
      </IconButton>
      <OwnPages />
      <SignInOrOut />
    </chakra.div>
  );
};

/** In words where there is space: a signed-in user has the navigation beside it. */
const LanguageButton = () => {
  const language = useLanguage();
  const { pathname } = useLocation();
  const signedIn = mayNavigate(pathname, useCurrentUser());
  const other = language === 'ja' ? 'en' : 'ja';
  const shared = { lang: other, onClick: () => void chooseLanguage(other) };
  if (signedIn) {
    return (
      <IconButton label={languageNames[other]} {...shared}>
        <Languages />
      </IconButton>
    );
  }
  return (
    <Button variant="ghost" px="3" fontWeight="medium" {...shared}>
      <Languages aria-hidden />
      {languageNames[other]}
    </Button>
  );
};

/** Notifications and settings, of the signed-in user. */
const OwnPages = () => {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const signedIn = mayNavigate(pathname, useCurrentUser());
  const unread = useUnreadCount(signedIn);
  if (!signedIn) return null;
  return (
    <>
      <IconLink
        to="/user/notifications"
        label={unread > 0 ? t`Notifications, ${unread} unread` : t`Notifications`}
      >
        <Bell />
        <chakra.span position="absolute" top="0.5" insetEnd="0">
          <UnreadBadge count={unread} />
        </chakra.span>
      </IconLink>
      <IconLink to="/user/settings" label={t`Settings`}>
        <Settings />
      </IconLink>
    </>
  );
};

interface IconLinkProps {
  readonly to: string;
  readonly label: string;
  readonly children: ReactNode;
}

const IconLink = ({ to, label, children }: IconLinkProps) => (
  <Tooltip text={label}>
    <Button
      variant="ghost"
      shape="square"
      aria-label={label}
      _currentPage={{ bg: 'primary.subtle', color: 'primary.onSubtle' }}
      _highContrast={{ _currentPage: { outline: '2px solid SelectedItem' } }}
      asChild
    >
      <NavLink to={to}>{children}</NavLink>
    </Button>
  </Tooltip>
);

const SignInOrOut = () => {
  const { pathname } = useLocation();
  const signOut = useSignOut();
  if (useAuthenticated()) {
    return (
      <Button variant="outline" size="sm" ms="2" loading={signOut.busy} onClick={signOut.run}>
        <LogOut aria-hidden />
        <Trans>Sign out</Trans>
      </Button>
    );
  }
  return (
    <Button variant="outline" size="sm" ms="2" asChild>
      <Link to={signInTarget(pathname)}>
        <LogIn aria-hidden />
        <Trans>Sign in</Trans>
      </Link>
    </Button>
  );
};
