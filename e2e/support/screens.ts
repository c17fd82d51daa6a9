/** What anyone may open, by address. */
export const PUBLIC_SCREENS = [
  '/signin',
  '/user/signup',
  '/user/verify',
  '/user/approval',
  '/user/password/forgot',
  '/user/password/reset',
  '/manager/signin',
  '/manager/password/forgot',
  '/manager/password/reset',
  '/about',
  '/terms',
  '/privacy',
  '/selftest',
  '/guest#token=nonsense',
  '/device',
] as const;

/** What a user sees after the sign-in, outside of a call. */
export const USER_SCREENS = [
  '/user',
  '/user/videochat',
  '/user/videochat/devices',
  '/user/groupchat',
  '/user/owngroups',
  '/user/settings',
  '/user/connections',
  '/user/notifications',
  '/user/recordings',
] as const;

/** What only an administrator sees in the console. */
export const ADMIN_SCREENS = [
  '/manager/services',
  '/manager/admins',
  '/manager/nodes',
  '/manager/mails',
] as const;

/** What a manager sees in the console, and an administrator too. */
export const CONSOLE_SCREENS = [
  '/manager',
  '/manager/live',
  '/manager/tasks',
  '/manager/import/users',
  '/manager/users',
  '/manager/devices',
  '/manager/pairs',
  '/manager/groups',
  '/manager/statics',
  '/manager/statics?kind=byweekhour',
  '/manager/statics?kind=byreason&compare=1',
  '/manager/connections',
  '/manager/recordings',
  '/manager/customer',
  '/manager/notifications',
  '/manager/webhooks',
  '/manager/logs',
  '/manager/settings',
] as const;
