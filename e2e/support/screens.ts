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
