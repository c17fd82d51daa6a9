import { appRoutes } from './app-routes.tsx';
import { preloadRoutes } from './preload-routes.ts';

/** A screen that is there sooner is shown without a spinner before it. */
const SPLASH_AFTER_MS = 300;

/** Resolves when the screen at an address can be shown at once, or takes so long that it needs a spinner. */
export const firstScreen = (pathname: string): Promise<unknown> =>
  Promise.race([
    preloadRoutes(appRoutes, pathname),
    new Promise((resolve) => setTimeout(resolve, SPLASH_AFTER_MS)),
  ]);
