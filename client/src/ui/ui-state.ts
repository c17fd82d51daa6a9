import { atomWithStorage } from 'jotai/utils';

const stored = <Value>(name: string, initial: Value) =>
  // Read at once: the first picture is the right one. Other tabs follow through the storage event.
  atomWithStorage<Value>(`hibiki.${name}`, initial, undefined, { getOnInit: true });

/** The state of the interface, product.md section 2; each field is set on its own. The language is in i18n/, full screen in the browser. */
export const darkThemeAtom = stored('darkTheme', false);
export const headerVisibleAtom = stored('headerVisible', true);
export const footerVisibleAtom = stored('footerVisible', true);
