import { defineRecipe, type SystemStyleObject } from '@chakra-ui/react';
import { badgeStyle, badgeTones } from '#client/ui/badge.tsx';
import { bareDotStyle, dotStyle, dotTones } from '#client/ui/status-dot.tsx';

/** Below it each row is a card; also at 400 % on a wide screen. */
const WIDE = '@media (min-width: 768px)';
const NARROW = '@media (max-width: 767.98px)';
/** Cards in a window high enough for the bar of chosen rows to stay in sight. */
export const CARDS_WITH_BAR = `${NARROW} and (min-height: 30rem)`;

/** Of elements of a class, by their `data-tone`. */
const tonesOf = (
  name: string,
  tones: Readonly<Record<string, SystemStyleObject>>,
): Record<string, SystemStyleObject> =>
  Object.fromEntries(Object.entries(tones).map(([tone, style]) => [`& .${name}[data-tone=${tone}]`, style]));

/** All of a table's look in one class: rows and cells are plain elements, so that a hundred of them cost little. */
export const tableRecipe = defineRecipe({
  base: {
    width: 'full',
    borderCollapse: 'separate',
    borderSpacing: '0',
    textStyle: 'small',
    '& th, & td': { textAlign: 'start', verticalAlign: 'middle' },
    '& [data-align=end]': { textAlign: 'end' },
    '& tbody a[href]': { color: 'link', fontWeight: 'semibold', textDecoration: 'none' },
    '& tbody a small': { fontSize: 'inherit', fontWeight: 'regular', color: 'ink.muted' },
    '& tbody a[href]:hover': { textDecoration: 'underline' },
    '& .choose': { display: 'inline-grid', placeItems: 'center', minW: '6', minH: '6', cursor: 'pointer' },
    '& .choose input': {
      width: '1.125rem',
      height: '1.125rem',
      m: '0',
      accentColor: 'var(--h-colors-primary)',
    },
    '& .more': {
      display: 'inline-grid',
      placeItems: 'center',
      width: { base: '11', md: '8' },
      height: { base: '11', md: '8' },
      borderRadius: 'md',
      color: 'ink.muted',
    },
    // Of cell-signs.tsx.
    '& .badge': badgeStyle,
    ...tonesOf('badge', badgeTones),
    '& .dot': { ...dotStyle, ...bareDotStyle },
    ...tonesOf('dot', dotTones),
    '& .sort': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '1',
      minH: '7',
      maxW: 'calc(100% + 1rem)',
      px: '2',
      mx: '-2',
      borderRadius: 'sm',
      font: 'inherit',
      color: 'inherit',
    },
    '& .sort[data-sorted]': { color: 'ink' },
    '& .sort:hover': { bg: 'primary.subtle', color: 'primary.onSubtle' },
    '& .sort span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    // Drags the width of its column.
    '& .edge': {
      position: 'absolute',
      insetEnd: '0',
      top: '1.5',
      bottom: '1.5',
      width: '2',
      cursor: 'col-resize',
      touchAction: 'none',
    },
    '& .edge::before': {
      content: '""',
      position: 'absolute',
      insetInlineEnd: '0',
      top: '0',
      bottom: '0',
      width: '1px',
      bg: 'line',
    },
    '& .edge:hover::before': { bg: 'primary', width: '2px' },
    '& .more:hover': { bg: 'primary.subtle', color: 'primary.onSubtle' },

    [WIDE]: {
      tableLayout: 'fixed',
      '& th, & td': {
        px: '3',
        height: 'var(--row)',
        borderBottom: '1px solid',
        borderColor: 'line',
        bg: 'contents',
      },
      '& tbody th, & td': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
      // At least 24 px in height, wherever the list is scrolled to (WCAG 2.2, 2.5.8). A long link truncates itself: if only
      // its cell cut it off, its box would overlap the link in the next cell, and its focus ring would be cut off too.
      '& tbody a[href]': {
        display: 'inline-block',
        verticalAlign: 'top',
        maxW: 'full',
        py: '0.5',
        overflow: 'clip',
        textOverflow: 'ellipsis',
      },
      // Two lines and the border fit into a row of 36 px.
      '& .lines': {
        lineClamp: '2',
        lineHeight: '1.0625rem',
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
      },
      // A link alone is cut off after two lines itself, and is at least 24 px high.
      '& .lines:has(> a:only-child)': { display: 'block' },
      '& tbody .lines a[href]': { lineClamp: '2', alignContent: 'center', minH: '6', py: '0' },
      // Focused by keys below the headings that stay, it is not hidden by them.
      '& tbody :focus-visible': { outlineOffset: '-2px', scrollMarginTop: '3rem' },
      // Around the box, for which its cell has room: within it the ring would lie on the colour of a ticked one.
      '& tbody .choose :focus-visible': { outlineOffset: '2px' },
      '& thead th': {
        position: 'sticky',
        top: '0',
        zIndex: '2',
        height: '9',
        px: '3',
        textStyle: 'caption',
        fontWeight: 'semibold',
        color: 'ink.muted',
        whiteSpace: 'nowrap',
      },
      '& tbody tr:hover > *': { bg: 'contents.hover' },
      '& tbody tr[data-chosen] > *': { bg: 'primary.subtle' },
      '& [data-main]': { position: 'sticky', insetInlineStart: '0', zIndex: '1' },
      '& tbody th': { fontWeight: 'regular' },
      '& thead [data-main], & thead [data-actions]': { zIndex: '3' },
      '& [data-choose]': { px: '0', textAlign: 'center' },
      '& [data-actions]': {
        position: 'sticky',
        insetInlineEnd: '0',
        zIndex: '1',
        px: '0',
        textAlign: 'center',
      },
    },

    [NARROW]: {
      display: 'block',
      '& thead': { display: 'none' },
      '& tbody': { display: 'block' },
      '& tbody tr': {
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr) auto',
        alignItems: 'center',
        columnGap: '3',
        px: '4',
        py: '2',
        borderBottom: '1px solid',
        borderColor: 'line',
        contentVisibility: 'auto',
        containIntrinsicSize: 'auto 6rem',
      },
      '& tbody tr[data-chosen]': { bg: 'primary.subtle' },
      '& tbody tr:not(:has([data-choose]))': { ps: '1' },
      '& tbody tr > *': { gridColumn: '2 / 3', minW: '0', overflowWrap: 'anywhere', py: '0.5' },
      '& [data-choose]': { gridColumn: '1', gridRow: '1' },
      '& [data-main]': { gridColumn: '2', gridRow: '1', fontSize: '1rem', fontWeight: 'semibold' },
      '& [data-actions]': { gridColumn: '3', gridRow: '1' },
      '& td[data-label]': {
        gridColumn: '2 / -1',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'baseline',
        columnGap: '2',
        textAlign: 'start',
      },
      '& td[data-empty]': { display: 'none' },
      // Links below one another are large enough for a finger.
      '& td a[href]': { display: 'inline-block', alignContent: 'center', minH: '6' },
      '& th a[href]': { display: 'inline-block', minH: '6' },
      '& td[data-label]::before': { content: 'attr(data-label)', color: 'ink.subtle', flexShrink: '0' },
    },

    // Below the bar of chosen rows, which has up to four lines; what is below the header the page itself sees to.
    [CARDS_WITH_BAR]: { '& :focus-visible': { scrollMarginTop: '11rem' } },
  },
});
