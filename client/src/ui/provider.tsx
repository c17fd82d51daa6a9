import { ChakraProvider } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { type ReactNode, useLayoutEffect } from 'react';
import { themeColors } from './theme/colors.ts';
import { system } from './theme/system.ts';
import { darkThemeAtom } from './ui-state.ts';

/** Sets the chosen theme on the page's root. A component of its own, so that a change does not render the design system again. */
const Theme = () => {
  const dark = useAtomValue(darkThemeAtom);
  useLayoutEffect(() => {
    document.documentElement.classList.toggle('dark', dark);
    const { light, dark: darkColor } = themeColors.background;
    // The browser's own bars on a phone.
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? darkColor : light);
  }, [dark]);
  return null;
};

/** The design system, in the chosen theme. */
export const UiProvider = ({ children }: { readonly children: ReactNode }) => (
  <ChakraProvider value={system}>
    <Theme />
    {children}
  </ChakraProvider>
);
