import { chakra } from '@chakra-ui/react';

/** Figures in rows 36 px high under headings that stay. */
export const FiguresTable = chakra('table', {
  base: {
    width: 'full',
    borderCollapse: 'separate',
    borderSpacing: '0',
    textStyle: 'small',
    fontVariantNumeric: 'tabular-nums',
    '& th, & td': {
      height: '9',
      px: '2',
      // Whole pixels: a sticky cell that lies between two would cover the border above it.
      lineHeight: '1.25rem',
      textAlign: 'end',
      borderBottom: '1px solid',
      borderColor: 'line',
    },
    '& th:first-of-type': {
      position: 'sticky',
      insetInlineStart: '0',
      zIndex: '1',
      ps: '3',
      bg: 'contents',
      textAlign: 'start',
      fontWeight: 'medium',
    },
    '& td:last-of-type, & thead th:last-of-type': { pe: '3' },
    '& thead th': {
      position: 'sticky',
      top: '0',
      zIndex: '1',
      bg: 'contents',
      textStyle: 'caption',
      lineHeight: '1.25rem',
      // Above the names that stay, too.
      '&:first-of-type': { zIndex: '2' },
      fontWeight: 'semibold',
      color: 'ink.muted',
      whiteSpace: 'nowrap',
      '&[data-chosen]': { color: 'ink' },
    },
    '& tbody th': { overflowWrap: 'anywhere', minW: '24' },
    '& tbody th[data-time]': { whiteSpace: 'nowrap' },
    '& tbody tr:last-of-type > *': { borderBottom: '0' },
    '& tbody tr:hover > *': { bg: 'contents.hover' },
    // Told by more than the ground.
    '& tbody tr[data-active] > *': { bg: 'primary.subtle' },
    '& tbody tr[data-active] > th': { boxShadow: 'inset 3px 0 0 var(--h-colors-primary)' },
    '& tbody th svg': { display: 'inline-block', verticalAlign: '-2px', ms: '1.5', color: 'danger' },
    '& td': { position: 'relative', whiteSpace: 'nowrap' },
    '& td > span': {
      position: 'absolute',
      insetInlineEnd: '0',
      bottom: '0',
      height: '3px',
      bg: 'primary',
      borderStartStartRadius: '2px',
    },
  },
});
