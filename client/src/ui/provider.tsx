import { ChakraProvider } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { type ReactNode, useLayoutEffect } from 'react';
import { themeColors } from './theme/colors.ts';
import { system } from './theme/system.ts';
import { darkThemeAtom } from './ui-state.ts';

/** The design system, in the theme that is chosen. */
export const UiProvider = ({ children }: { readonly children: ReactNode }) => {
  const dark = useAtomValue(darkThemeAtom);
  useLayoutEffect(() => {
    document.documentElement.classList.toggle('dark', dark);
    const { light, dark: darkColor } = themeColors.background;
    // The browser's own bars on a phone.
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? darkColor : light);
  }, [dark]);
  return <ChakraProvider value={system}>{children}</ChakraProvider>;
};
