import { preloadRoutes } from '#client/app/preload-routes.ts';
import { consoleRoutes } from './console-routes.tsx';

/** Loads the code of a screen of the console ahead. */
export const preloadConsoleScreen = (pathname: string): void =>
  void preloadRoutes(consoleRoutes, pathname, '/manager');
