import { chakra } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { Panel } from './panel.tsx';

export interface SectionProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A heading with a panel of rows below it. */
export const Section = ({ title, actions, children }: SectionProps) => {
  const id = useId();
  return (
    <chakra.section aria-labelledby={id}>
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        columnGap="4"
        minH="10"
        mb="2"
      >
        <chakra.h2 id={id} textStyle="heading">
          {title}
        </chakra.h2>
        {actions}
      </chakra.div>
      <Panel as="div" padding="none">
        {children}
      </Panel>
    </chakra.section>
  );
};
