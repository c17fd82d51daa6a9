import { lazyScreen } from './load-screen.ts';
import { preloadRoutes } from './preload-routes.ts';

/** What stands around the pages, each loaded when it is first shown. */
export const SignedInLayout = lazyScreen(
  'rest',
  async () => (await import('./signed-in-layout.tsx')).SignedInLayout,
);
export const GuestLayout = lazyScreen('guest', async () => (await import('./guest-layout.tsx')).GuestLayout);
export const DeviceLayout = lazyScreen(
  'pages',
  async () => (await import('./device-layout.tsx')).DeviceLayout,
);
export const DeviceHome = lazyScreen('pages', async () => (await import('./device-layout.tsx')).DeviceHome);

/** Everything of the console below its sign-in, with its own routes. */
export const ConsoleArea = lazyScreen('console', async () => {
  void ConsoleHeader.preload();
  void ConsoleSide.preload();
  const [{ ConsoleArea }, { consoleRoutes }] = await Promise.all([
    import('./console/console-area.tsx'),
    import('./console/console-routes.tsx'),
  ]);
  await preloadRoutes(consoleRoutes, window.location.pathname, '/manager');
  return ConsoleArea;
});
/** Around the console; only managers and administrators load them. */
export const ConsoleHeader = lazyScreen(
  'console',
  async () => (await import('./console/console-header.tsx')).ConsoleHeader,
);
export const ConsoleSide = lazyScreen(
  'console',
  async () => (await import('./console/console-side.tsx')).ConsoleSide,
);
