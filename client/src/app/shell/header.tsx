import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Languages, LogIn, LogOut, Moon, Sun } from 'lucide-react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { useAuthenticated, useCurrentUser } from '#client/app/account.ts';
import { logoTarget, signInTarget } from '#client/app/guard.ts';
import { chooseLanguage } from '#client/i18n/activate.ts';
import { languageNames } from '#client/i18n/language.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { Button } from '#client/ui/button.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { useMediaQuery } from '#client/ui/use-media-query.ts';
import { HeaderMenu } from './header-menu.tsx';
import { navigationItems } from './navigation-items.ts';
import { useSignOut } from './use-sign-out.ts';
import { useThemeToggle } from './use-theme-toggle.ts';

/** Where the buttons of the header collapse into a menu. */
const WIDE = '(min-width: 1120px)';

export const Header = () => {
  const wide = useMediaQuery(WIDE);
  return (
    <chakra.header
      position="sticky"
      top="0"
      zIndex="header"
      bg="color-mix(in srgb, var(--h-colors-navigation) 88%, transparent)"
      backdropFilter="blur(12px)"
      borderBottom="1px solid"
      borderColor="line"
      pt="env(safe-area-inset-top)"
    >
      <chakra.div
        display="flex"
        alignItems="center"
        gap={{ base: '2', md: '6' }}
        height={{ base: '14', md: '16' }}
        px={{ base: '4', md: '6' }}
        mx="auto"
        maxW="wide"
      >
        <HomeLogo />
        <chakra.div flex="1">{wide && <Navigation />}</chakra.div>
        {wide ? <WideActions /> : <HeaderMenu />}
      </chakra.div>
    </chakra.header>
  );
};

const HomeLogo = () => {
  const { pathname } = useLocation();
  const { t } = useLingui();
  const target = logoTarget(pathname);
  // Nowhere to go from here: not a link that does nothing.
  if (!useAuthenticated() || target === null) return <Logo />;
  return (
    <chakra.span display="inline-flex" borderRadius="sm" asChild>
      <Link to={target} aria-label={t`Hibiki, home`}>
        <Logo />
      </Link>
    </chakra.span>
  );
};

const Navigation = () => {
  const { i18n, t } = useLingui();
  const user = useCurrentUser();
  const { pathname } = useLocation();
  const items = navigationItems(pathname, user);
  if (items.length === 0) return null;
  return (
    <chakra.nav aria-label={t`Main`} display="flex" gap="1">
      {items.map(({ to, label, icon: Icon }) => (
        <chakra.span
          key={to}
          display="inline-flex"
          alignItems="center"
          gap="2"
          whiteSpace="nowrap"
          minH="10"
          px="3.5"
          borderRadius="full"
          textStyle="small"
          fontWeight="medium"
          color="ink.muted"
          textDecoration="none"
          transition="background-color 120ms, color 120ms"
          _hover={{ color: 'ink', bg: 'contents.hover' }}
          _currentPage={{ color: 'primary.onSubtle', bg: 'primary.subtle', fontWeight: 'semibold' }}
          asChild
        >
          <NavLink to={to} end>
            <Icon size={18} aria-hidden />
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
  const language = useLanguage();
  const other = language === 'ja' ? 'en' : 'ja';
  return (
    <chakra.div display="flex" alignItems="center" gap="1">
      <Button
        variant="ghost"
        lang={other}
        px="3"
        fontWeight="medium"
        onClick={() => void chooseLanguage(other)}
      >
        <Languages aria-hidden />
        {languageNames[other]}
      </Button>
      <IconButton label={theme.dark ? t`Light theme` : t`Dark theme`} onClick={theme.toggle}>
        {theme.dark ? <Sun /> : <Moon />}
      </IconButton>
      <SignInOrOut />
    </chakra.div>
  );
};

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
