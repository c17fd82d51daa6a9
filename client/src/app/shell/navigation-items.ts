import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { House, LayoutDashboard, type LucideIcon, MessagesSquare, Video } from 'lucide-react';
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
];
const console: NavigationItem = { to: '/manager', label: msg`Console`, icon: LayoutDashboard };

/** What the signed-in user can go to from here; nothing for anybody else. */
export const navigationItems = (
  pathname: string,
  user: GuardedUser | undefined,
): readonly NavigationItem[] => {
  if (!user || guard('user', user, pathname) !== null) return [];
  return user.isManager ? [...userItems, console] : userItems;
};
