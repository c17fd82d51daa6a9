import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Names and words without a space stay within the notices. Set on every element, because the reset does so as well. */
export const WrappedNotices = ({ children }: { readonly children: ReactNode }) => (
  <chakra.div display="contents" css={{ '& [role=status] *': { overflowWrap: 'anywhere' } }}>
    {children}
  </chakra.div>
);
