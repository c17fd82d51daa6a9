import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface KioskTilesProps {
  readonly label: string;
  readonly count: number;
  readonly children: ReactNode;
}

/** Columns on a wide and on an upright screen. */
const columnsOf = (count: number): readonly [wide: number, upright: number] => {
  if (count <= 3) return [count, 1];
  if (count === 4) return [2, 2];
  return count <= 6 ? [3, 2] : [4, 2];
};

/** So many fit on a screen, which they share; more are scrolled. */
const ON_ONE_SCREEN = 6;

/** The people and groups to call, as large as their number allows: one of them fills the page. */
export const KioskTiles = ({ label, count, children }: KioskTilesProps) => {
  const [wide, upright] = columnsOf(count);
  const shared = count <= ON_ONE_SCREEN;
  return (
    <chakra.ul
      aria-label={label}
      data-testid="kiosk-tiles"
      listStyleType="none"
      flex="1 0 auto"
      minH={shared ? '55vh' : undefined}
      display="grid"
      gap="max(0.75rem, 2vmin)"
      gridAutoRows={shared ? 'minmax(0, 1fr)' : 'max(9rem, 27vh)'}
      css={{
        gridTemplateColumns: `repeat(${wide}, minmax(0, 1fr))`,
        '@media (orientation: portrait)': {
          gridTemplateColumns: `repeat(${upright}, minmax(0, 1fr))`,
          ...(!shared && { gridAutoRows: 'max(9rem, 18vh)' }),
        },
      }}
    >
      {children}
    </chakra.ul>
  );
};
