import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { memo } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { managedListQuery } from '#client/api/queries/manage/lists.ts';
import { Tooltip } from '#client/ui/tooltip.tsx';
import { CustomerSwitch } from './customer-switch.tsx';
import { firstPageOf } from './first-page.ts';
import { type ConsoleItem, consoleGroups } from './navigation-items.ts';
import type { Scope } from './scope.ts';
import { type ConsoleAccount, useConsoleAccountState } from './use-console-account.ts';
import { useMeant } from './use-meant.ts';
import { consolePath, useCustomerInAddress, useScope } from './use-scope.ts';

const Item = chakra('span', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: { base: '11', md: '9' },
    px: '3',
    borderRadius: 'md',
    textStyle: 'small',
    fontWeight: 'medium',
    color: 'ink.muted',
    textDecoration: 'none',
    _hover: { color: 'ink', bg: 'contents.hover' },
    _currentPage: { color: 'primary.onSubtle', bg: 'primary.subtle', fontWeight: 'semibold' },
    _highContrast: { _currentPage: { outline: '2px solid SelectedItem' } },
    '& svg': { flexShrink: '0' },
  },
});

export interface NavigationProps {
  /** Icons alone, 64 px wide. */
  readonly rail?: boolean;
  /** Loads the code of a screen ahead, which is probably opened next. */
  readonly preload: (pathname: string) => void;
}

/** The console's screens in groups, below the customer that they are about. */
export const Navigation = ({ rail = false, preload }: NavigationProps) => {
  const { account } = useConsoleAccountState();
  const { pathname } = useLocation();
  const customer = useCustomerInAddress();
  const scope = useScope();
  if (!account) return null;
  return <Groups {...{ account, pathname, customer, scope, rail, preload }} />;
};

interface GroupsProps extends Required<NavigationProps> {
  readonly account: ConsoleAccount;
  readonly pathname: string;
  /** In the address; null: none. */
  readonly customer: string | null;
  readonly scope: Scope;
}

/** Stays as it is while a list is searched, sorted and turned, which changes the address too. */
const Groups = memo(({ account, pathname, customer, scope, rail, preload }: GroupsProps) => {
  const { t, i18n } = useLingui();
  return (
    <chakra.nav aria-label={t`Console`}>
      <CustomerSwitch account={account} rail={rail} />
      <chakra.div display="grid" gap="4" mt="4">
        {consoleGroups(account.kind === 'admin').map(({ label, items }) => (
          <chakra.div key={label.id} role="group" aria-label={i18n._(label)} display="grid" gap="0.5">
            {!rail && (
              <chakra.span aria-hidden px="3" pb="1" textStyle="caption" color="ink.subtle">
                {i18n._(label)}
              </chakra.span>
            )}
            {items.map((item) => (
              <NavigationItem
                key={item.to}
                item={item}
                rail={rail}
                to={consolePath(item.to, customer)}
                current={isWithin(pathname, item.to)}
                preload={preload}
                scope={scope}
              />
            ))}
          </chakra.div>
        ))}
      </chakra.div>
    </chakra.nav>
  );
});

/** A page of one user is within the users; the home page only is itself. */
const isWithin = (pathname: string, to: string): boolean =>
  pathname === to || (to !== '/manager' && pathname.startsWith(`${to}/`));

interface NavigationItemProps {
  readonly item: ConsoleItem;
  readonly to: string;
  readonly rail: boolean;
  readonly current: boolean;
  readonly preload: NavigationProps['preload'];
  readonly scope: Scope;
}

const NavigationItem = memo(({ item, to, rail, current, preload, scope }: NavigationItemProps) => {
  const { i18n } = useLingui();
  const { label, icon: Icon } = item;
  const queryClient = useQueryClient();
  const meant = useMeant(() => {
    preload(item.to);
    const first = firstPageOf(item.to, new URLSearchParams(), scope);
    if (first) void queryClient.prefetchQuery(managedListQuery(first.path, first.query));
  });
  const name = i18n._(label);
  const link = (
    <Item justifyContent={rail ? 'center' : 'flex-start'} {...meant} asChild>
      <Link to={to} aria-current={current ? 'page' : undefined} aria-label={rail ? name : undefined}>
        <Icon size={18} aria-hidden />
        {!rail && name}
      </Link>
    </Item>
  );
  return rail ? <Tooltip text={name}>{link}</Tooltip> : link;
});
