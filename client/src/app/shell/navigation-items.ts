import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
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
import { type GuardedUser, guard } from '#client/app/guard.ts';

export interface NavigationItem {
  readonly to: string;
  readonly label: MessageDescriptor;
  readonly icon: LucideIcon;
}

const userItems: readonly NavigationItem[] = [
  { to: '/user', label: msg`Home`, icon: House },
  { to: '/user/videochat', label: msg`1-to-1 chat`, icon: Video },
  { to: '/user/groupchat', label: msg`Group chat`, icon: MessagesSquare },
  { to: '/user/owngroups', label: msg`Own groups`, icon: UsersRound },
  { to: '/user/connections', label: msg`History`, icon: History },
  { to: '/user/recordings', label: msg`Recordings`, icon: Clapperboard },
];
const console: NavigationItem = { to: '/manager', label: msg`Console`, icon: LayoutDashboard };

/** Whether the user's screens are open to whoever is signed in: what leads to them is shown then. */
export const mayNavigate = (pathname: string, user: GuardedUser | undefined): user is GuardedUser =>
  user !== undefined && guard('user', user, pathname) === null;

/** What the signed-in user can go to from here; nothing for anybody else. */
export const navigationItems = (
  pathname: string,
  user: GuardedUser | undefined,
): readonly NavigationItem[] => {
  if (!mayNavigate(pathname, user)) return [];
  return user.isManager ? [...userItems, console] : userItems;
};
