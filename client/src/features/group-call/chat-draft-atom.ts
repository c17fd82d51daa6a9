import { atom } from 'jotai';

/** What one is writing: it stays while the panel is closed. */
export const chatDraftAtom = atom('');
