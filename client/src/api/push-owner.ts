/** Of the browser's storage: whom this device rings while no page is open. */
const KEY = 'hibiki.rings';

/** Who has switched it on; null where no one has, or the sign-in is over. */
export const pushOwner = {
  get: (): string | null => localStorage.getItem(KEY),
  set: (userId: string): void => localStorage.setItem(KEY, userId),
  forget: (): void => localStorage.removeItem(KEY),
};
