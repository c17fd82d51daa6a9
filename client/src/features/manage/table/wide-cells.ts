/** Of a table whose actions are buttons: on a phone the values of a card have the room below them, too. */
export const WIDE_CELLS = {
  '@media (max-width: 767.98px)': { '& tbody td[data-label]': { gridColumn: '2 / -1' } },
} as const;

/** Style of long texts: they wrap, and the row grows. */
export const WRAPPED = {
  display: 'block',
  paddingBlock: '0.25rem',
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
} as const;
