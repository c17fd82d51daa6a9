import { lazyScreen } from './load-screen.ts';

/** For the layouts, which a call outlives. */
export const CallHost = lazyScreen('rest', async () => (await import('./call-host.tsx')).CallHost);
