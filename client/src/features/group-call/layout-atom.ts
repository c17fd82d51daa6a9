import { atomWithStorage } from 'jotai/utils';
import type { Layout } from './pictures.ts';

/** How one likes to see the others; kept for the next call. */
export const layoutAtom = atomWithStorage<Layout>('hibiki.groupLayout', 'grid', undefined, {
  getOnInit: true,
});
