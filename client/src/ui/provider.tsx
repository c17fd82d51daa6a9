import { ChakraProvider } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { type ReactNode, useLayoutEffect } from 'react';
import { themeColors } from './theme/colors.ts';
import { system } from './theme/system.ts';
import { darkThemeAtom } from './ui-state.ts';

/** The theme that is chosen, on the page's root. Beside the design system, which a change of it leaves as it is. */
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

/** The design system, in the theme that is chosen. */
export const UiProvider = ({ children }: { readonly children: ReactNode }) => (
  <ChakraProvider value={system}>
    <Theme />
    {children}
  </ChakraProvider>
);
