import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { NARROW_BAR } from './bar-width.ts';
import { useIsKiosk } from './call-paths.ts';

/**
 * Buttons that stand in the control bar where it has space for them, and else in its menu (`narrowOnly`). A kiosk has few and
 * large buttons instead.
 */
export const WideBarOnly = ({ children }: { readonly children: ReactNode }) =>
  useIsKiosk() ? null : (
    <chakra.span css={{ display: 'contents', [NARROW_BAR]: { display: 'none' } }}>{children}</chakra.span>
  );
