import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface FactListProps {
  readonly children: ReactNode;
}

/** What is known of one object: names and values. */
export const FactList = ({ children }: FactListProps) => (
  <chakra.dl
    m="0"
    display="grid"
    gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'minmax(8rem, 14rem) minmax(0, 1fr)' }}
    columnGap="4"
    rowGap={{ base: '0', sm: '2' }}
    textStyle="small"
  >
    {children}
  </chakra.dl>
);

export interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
}

export const Fact = ({ name, children }: FactProps) => (
  <>
    <chakra.dt color="ink.muted">{name}</chakra.dt>
    <chakra.dd m="0" mb={{ base: '2', sm: '0' }} overflowWrap="anywhere">
      {children}
    </chakra.dd>
  </>
);
