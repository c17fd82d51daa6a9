import { lazyScreen } from './load-screen.ts';

/** What stands around the pages, each loaded when it is first shown. */
export const SignedInLayout = lazyScreen(
  'rest',
  async () => (await import('./signed-in-layout.tsx')).SignedInLayout,
);
export const GuestLayout = lazyScreen('rest', async () => (await import('./guest-layout.tsx')).GuestLayout);
export const DeviceLayout = lazyScreen(
  'pages',
  async () => (await import('./device-layout.tsx')).DeviceLayout,
);
export const DeviceHome = lazyScreen('pages', async () => (await import('./device-layout.tsx')).DeviceHome);
