import { chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useConsolePath } from './use-scope.ts';

export interface PageTab {
  /** Below `/manager`. */
  readonly to: string;
  readonly label: string;
}

export interface PageTabsProps {
  readonly label: string;
  readonly tabs: readonly PageTab[];
  /** The address of the tab that is shown. */
  readonly current: string;
}

/** The parts of the page of one object, each with an address of its own. */
export const PageTabs = ({ label, tabs, current }: PageTabsProps) => {
  const pathOf = useConsolePath();
  const shown = useRef<HTMLAnchorElement>(null);
  // On a phone there is no room for all of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is shown
  useEffect(() => {
    // Browsers of today resolve when it has scrolled: no effect may return that.
    void shown.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <chakra.nav
      aria-label={label}
      display="flex"
      flexShrink="0"
      gap="1"
      mb="3"
      overflowX="auto"
      borderBottom="1px solid"
      borderColor="line"
    >
      {tabs.map(({ to, label: name }) => (
        <chakra.span
          key={to}
          display="inline-flex"
          alignItems="center"
          flexShrink="0"
          minH="10"
          px="3"
          textStyle="small"
          fontWeight="semibold"
          color="ink.muted"
          textDecoration="none"
          borderBottom="2px solid transparent"
          _hover={{ color: 'ink' }}
          _focusVisible={{ outlineOffset: '-2px' }}
          _currentPage={{ color: 'primary', borderColor: 'primary' }}
          _highContrast={{ _currentPage: { borderColor: 'SelectedItem' } }}
          asChild
        >
          <Link
            ref={to === current ? shown : undefined}
            to={pathOf(to)}
            aria-current={to === current ? 'page' : undefined}
          >
            {name}
          </Link>
        </chakra.span>
      ))}
    </chakra.nav>
  );
};
