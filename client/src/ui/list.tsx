import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Rows with hair lines between them; put it into a `Panel` without padding. */
export const List = chakra('ul', {
  base: {
    listStyle: 'none',
    m: '0',
    p: '0',
    '& > li + li': { borderTop: '1px solid', borderColor: 'line' },
    '& > li:first-of-type': { borderTopRadius: 'inherit' },
    '& > li:last-of-type': { borderBottomRadius: 'inherit' },
  },
});

const Row = chakra('li', {
  base: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: { base: '3', md: '4' },
    px: { base: '4', md: '5' },
    py: '3',
    minH: '4.5rem',
    transition: 'background-color',
    transitionDuration: 'fast',
  },
  variants: { interactive: { true: { _hover: { bg: 'contents.hover' } } } },
});

const RowButton = chakra('button', {
  base: {
    appearance: 'none',
    p: '0',
    border: '0',
    bg: 'transparent',
    color: 'inherit',
    font: 'inherit',
    fontWeight: 'semibold',
    textAlign: 'start',
    display: 'block',
    maxW: 'full',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    // The whole row is the button's target; what lies above it (actions) keeps its own clicks.
    _before: { content: '""', position: 'absolute', inset: '0', borderRadius: 'sm' },
    _focusVisible: {
      outline: 'none',
      _before: { outline: '2px solid', outlineColor: 'focus', outlineOffset: '-3px' },
    },
    _disabled: { color: 'ink.muted' },
  },
});

export interface ListRowProps {
  /** At the start: an avatar or an icon. */
  readonly leading?: ReactNode;
  readonly title: ReactNode;
  readonly details?: ReactNode;
  /** At the end: badges, buttons. */
  readonly trailing?: ReactNode;
  /** Makes the whole row a button. */
  readonly onActivate?: (() => void) | undefined;
  /** The name of that button, if the title does not say it: 'Call Aoi'. */
  readonly activateLabel?: string;
}

export const ListRow = ({ leading, title, details, trailing, onActivate, activateLabel }: ListRowProps) => (
  <Row interactive={Boolean(onActivate)}>
    {leading}
    <chakra.div flex="1" minW="0">
      <chakra.div textStyle="subheading" truncate>
        {onActivate ? (
          <RowButton type="button" aria-label={activateLabel} onClick={onActivate}>
            {title}
          </RowButton>
        ) : (
          title
        )}
      </chakra.div>
      {details && (
        <chakra.div textStyle="small" color="ink.muted" display="flex" gap="2" alignItems="center" minW="0">
          {details}
        </chakra.div>
      )}
    </chakra.div>
    {trailing && (
      <chakra.div position="relative" display="flex" gap="2" alignItems="center" flexShrink="0">
        {trailing}
      </chakra.div>
    )}
  </Row>
);
