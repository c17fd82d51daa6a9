import { ChakraProvider } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { type ReactNode, useLayoutEffect } from 'react';
import { system } from './theme/system.ts';
import { darkThemeAtom } from './ui-state.ts';

/** The design system, in the theme that is chosen. */
export const UiProvider = ({ children }: { readonly children: ReactNode }) => {
  const dark = useAtomValue(darkThemeAtom);
  useLayoutEffect(() => {
    document.documentElement.classList.toggle('dark', dark);
  }, [dark]);
  return <ChakraProvider value={system}>{children}</ChakraProvider>;
};
