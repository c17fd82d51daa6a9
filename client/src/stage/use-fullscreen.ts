import { useAtom } from 'jotai';
import { useEffect } from 'react';
import { fullscreenAtom } from '#client/ui/ui-state.ts';

/** iPhones have it for single videos only. */
export const canFullscreen = (): boolean =>
  typeof document !== 'undefined' && document.fullscreenEnabled === true;

/** The whole page, so that dialogs and messages are seen in it. Left by Escape, as the browser says itself. */
export const useFullscreen = (): { readonly fullscreen: boolean; readonly toggle: () => void } => {
  const [fullscreen, setFullscreen] = useAtom(fullscreenAtom);
  useEffect(() => {
    const follow = () => setFullscreen(document.fullscreenElement !== null);
    follow();
    document.addEventListener('fullscreenchange', follow);
    return () => {
      document.removeEventListener('fullscreenchange', follow);
      // A call that is over gives the screen back.
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
      setFullscreen(false);
    };
  }, [setFullscreen]);
  return {
    fullscreen,
    toggle: () => {
      const done = document.fullscreenElement
        ? document.exitFullscreen()
        : document.documentElement.requestFullscreen({ navigationUI: 'hide' });
      // Refused outside a click; the atom says how it is.
      done.catch(() => {});
    },
  };
};
