import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pushOwner } from '#client/api/push-owner.ts';
import { installationQuery } from '#client/api/queries/installation.ts';
import { tokenStore } from '#client/api/token-store.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { whenIdle } from '#client/when-idle.ts';

/** Only where someone has switched it on. */
const load = () => import('#client/api/push-ringing.ts');
const isOwned = (): boolean => pushOwner.get() !== null;

/** Keeps this device ringing while no page is open, if it was switched on, for as long as someone is signed in. */
export function useKeptPush(userId: string | null): void {
  const queryClient = useQueryClient();
  const lang = useLanguage();
  useEffect(() => {
    if (userId === null || !('serviceWorker' in navigator)) return;
    let over = false;
    const keep = async () => {
      await whenIdle();
      if (over || !isOwned()) return;
      const { webPushKey: key } = await queryClient.ensureQueryData(installationQuery());
      if (key !== null && !over) await (await load()).keepPush({ userId, key, lang });
    };
    // Unreachable just now: the next start will do.
    const tryKeep = () => void keep().catch(() => {});
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      if (data === 'push-renewed') tryKeep();
    };
    navigator.serviceWorker.addEventListener('message', onMessage);
    tryKeep();
    return () => {
      over = true;
      navigator.serviceWorker.removeEventListener('message', onMessage);
      // Signed out, here or in another tab, or the server has ended the sign-in.
      if (tokenStore.state.authenticated || !isOwned()) return;
      load()
        .then(({ endPush }) => endPush())
        .catch(() => {});
    };
  }, [userId, lang, queryClient]);
}
