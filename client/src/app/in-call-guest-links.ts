import { loadTexts } from '#client/i18n/activate.ts';
import { lazyPart } from '#client/stage/lazy-part.tsx';

/** What another feature has for a call's page, with its texts: loaded once the call stands. */
export const InCallGuestLinks = lazyPart(async () => {
  const [{ GuestLinksDialog }] = await Promise.all([
    import('#client/features/groups/guest-links-dialog.tsx'),
    loadTexts('home'),
    loadTexts('pages'),
  ]);
  return GuestLinksDialog;
});
