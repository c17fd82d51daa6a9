import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useDocumentTitle } from './document-title.ts';

export interface PageHeadingProps {
  /** Also the tab's title. */
  readonly title: string;
  readonly lead?: ReactNode;
  /** Buttons at the end of the line. */
  readonly actions?: ReactNode;
}

/** The `h1` of a screen. Takes the focus after a navigation, so that screen readers say where one is. */
export const PageHeading = ({ title, lead, actions }: PageHeadingProps) => {
  useDocumentTitle(title);
  return (
    <chakra.header
      display="flex"
      flexWrap="wrap"
      alignItems="flex-end"
      justifyContent="space-between"
      gap="4"
      mb={{ base: '6', md: '8' }}
    >
      <chakra.div flex="1 1 18rem" minW="0">
        <chakra.h1 textStyle="title" tabIndex={-1} data-page-heading outline="none">
          {title}
        </chakra.h1>
        {lead && (
          <chakra.p color="ink.muted" mt="1.5" maxW="prose">
            {lead}
          </chakra.p>
        )}
      </chakra.div>
      {actions && (
        <chakra.div display="flex" gap="2" flexWrap="wrap">
          {actions}
        </chakra.div>
      )}
    </chakra.header>
  );
};
