import { atom } from 'jotai';

/** What one is writing, and in which call: it stays while the panel is closed, and comes up in no other call. */
export const chatDraftAtom = atom({ callKey: '', text: '' });
