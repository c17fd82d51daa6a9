import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import {
  Clapperboard,
  History,
  House,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  UsersRound,
  Video,
} from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { type ServicesInForce, servicesInForceQuery } from '#client/api/queries/current-services.ts';
import { useCurrentUser } from '#client/app/account.ts';
import { type GuardedUser, guard } from '#client/app/guard.ts';

export interface NavigationItem {
  readonly to: string;
  readonly label: MessageDescriptor;
  readonly icon: LucideIcon;
  /** Offered with this service alone. */
  readonly needs?: keyof ServicesInForce;
}

const userItems: readonly NavigationItem[] = [
  { to: '/user', label: msg`Home`, icon: House },
  { to: '/user/videochat', label: msg`1-to-1 chat`, icon: Video, needs: 'video' },
  { to: '/user/groupchat', label: msg`Group chat`, icon: MessagesSquare, needs: 'group' },
  { to: '/user/owngroups', label: msg`My groups`, icon: UsersRound, needs: 'group' },
  { to: '/user/connections', label: msg`History`, icon: History },
  { to: '/user/recordings', label: msg`Recordings`, icon: Clapperboard, needs: 'video' },
];
const console: NavigationItem = { to: '/manager', label: msg`Console`, icon: LayoutDashboard };

/** Whether the user's screens are open to the signed-in user: what leads to them is shown then. */
export const mayNavigate = (pathname: string, user: GuardedUser | undefined): user is GuardedUser =>
  user !== undefined && guard('user', user, pathname) === null;

/** Where a user can go from here; empty for anyone else. */
const navigationItems = (
  pathname: string,
  user: GuardedUser | undefined,
  services: ServicesInForce | undefined,
): readonly NavigationItem[] => {
  if (!mayNavigate(pathname, user)) return [];
  // Nearly everyone has them: shown until the server says otherwise.
  const items = userItems.filter(({ needs }) => needs === undefined || services?.[needs] !== false);
  return user.isManager ? [...items, console] : items;
};

/** As `navigationItems`, of the signed-in user, from where they are. */
export const useNavigationItems = (): readonly NavigationItem[] => {
  const { pathname } = useLocation();
  const user = useCurrentUser();
  const { data: services } = useQuery({ ...servicesInForceQuery(), enabled: mayNavigate(pathname, user) });
  return navigationItems(pathname, user, services);
};
