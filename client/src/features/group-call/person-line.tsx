import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';

export interface PersonLineProps {
  readonly name: string;
  /** Replaces the initials. */
  readonly icon?: ReactNode;
  /** The second line. */
  readonly children: ReactNode;
}

/** The picture, name and details of a person in the list of people. */
export const PersonLine = ({ name, icon, children }: PersonLineProps) => (
  <>
    <Avatar name={name} size="36px" icon={icon} />
    <chakra.span flex="1" minW="0">
      <chakra.span display="block" textStyle="small" fontWeight="medium" truncate>
        {name}
      </chakra.span>
      <chakra.span display="block" textStyle="caption" color="stage.muted">
        {children}
      </chakra.span>
    </chakra.span>
  </>
);

/** The layout of a row of the list. */
export const personRow = {
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minH: '14',
  px: '2',
  py: '1.5',
} as const;

/** The look of the buttons in a row. */
export const rowButton = { variant: 'stage', size: 'sm', shape: 'round' } as const;
