import { lazyScreen } from './load-screen.ts';
import { DirectCallPage, GroupCallPage } from './screens.ts';

/** The page of the call beside its host, not after it. */
const loadPage = (pathname: string): void => {
  if (pathname.endsWith('/videochat/talk')) void DirectCallPage.preload();
  if (pathname.endsWith('/groupchat/talk')) void GroupCallPage.preload();
};

/** For the layouts, which a call outlives. */
export const CallHost = lazyScreen('rest', async () => {
  loadPage(window.location.pathname);
  return (await import('./call-host.tsx')).CallHost;
});
