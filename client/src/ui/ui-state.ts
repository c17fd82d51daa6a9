import { atom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';

const stored = <Value>(name: string, initial: Value) =>
  // Read at once: the first picture is the right one. Other tabs follow through the storage event.
  atomWithStorage<Value>(`hibiki.${name}`, initial, undefined, { getOnInit: true });

/** The state of the interface, specification U3; each field is set on its own. The language is in i18n/. */
export const darkThemeAtom = stored('darkTheme', false);
export const headerVisibleAtom = stored('headerVisible', true);
export const footerVisibleAtom = stored('footerVisible', true);
/** Keys without a modifier act in calls. Speech input presses them by accident, so they can be switched off (WCAG 2.1.4). */
export const singleKeysAtom = stored('singleKeys', true);
/** Follows the browser, which forgets it with the page. */
export const fullscreenAtom = atom(false);
