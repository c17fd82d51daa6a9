import { atom } from 'jotai';

/** What is open above the screens of the console. */
export const consoleOverlayAtom = atom<'palette' | 'shortcuts' | null>(null);
