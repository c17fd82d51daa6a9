/** What a route requires of a visitor. */
export type RouteNeed = 'user' | 'manager';

export interface GuardedUser {
  readonly verified: 'VERIFIED' | 'UNVERIFIED';
  readonly isManager: boolean;
}

const doors: Readonly<Record<RouteNeed, string>> = { user: '/signin', manager: '/manager/signin' };

/**
 * The navigation guard of specification U8.
 *
 * @param wanted path, query and fragment of where someone wants to go
 * @returns where to go instead, with `wanted` in the query; null: go ahead
 */
export const guard = (need: RouteNeed, user: GuardedUser | null, wanted: string): string | null => {
  const passes = user?.verified === 'VERIFIED' && (need === 'user' || user.isManager);
  return passes ? null : `${doors[need]}?${new URLSearchParams({ redirect: wanted })}`;
};

const isManagerArea = (pathname: string): boolean => /^\/manager(\/|$)/.test(pathname);
const isUserArea = (pathname: string): boolean => /^\/user(\/|$)/.test(pathname);

/** Where the logo leads someone who is signed in; null: nowhere from here. */
export const logoTarget = (pathname: string): string | null => {
  const target = isManagerArea(pathname) ? '/manager' : isUserArea(pathname) ? '/user' : null;
  return target === pathname ? null : target;
};

/** Where signing out leads; null: one is there already. */
export const signOutTarget = (pathname: string): string | null => {
  const target = isManagerArea(pathname) ? '/manager/signin' : '/signin';
  return target === pathname ? null : target;
};

/** The door of the area that a page belongs to. */
export const signInTarget = (pathname: string): string =>
  isManagerArea(pathname) ? '/manager/signin' : '/signin';
