import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#client/ui/icon-button.tsx';
import { gridLayout, tilesPerPage } from './grid-layout.ts';
import { type Person, Tile } from './tile.tsx';
import { useElementSize } from './use-element-size.ts';

const GAP_PX = 10;

export interface GridProps {
  readonly people: readonly Person[];
  readonly onShown: (key: string, size: { readonly width: number; readonly height: number } | null) => void;
}

/** Everyone, as large as the stage allows; page by page where there are too many to be told apart. */
export const Grid = ({ people, onShown }: GridProps) => {
  const { t } = useLingui();
  const [ref, { width, height }] = useElementSize();
  const [wanted, setPage] = useState(0);
  const perPage = tilesPerPage(width, height, GAP_PX);
  const pages = Math.max(1, Math.ceil(people.length / perPage));
  const page = Math.min(wanted, pages - 1);
  const shown = people.slice(page * perPage, (page + 1) * perPage);
  const boxes = gridLayout(width, height, shown.length, GAP_PX);
  return (
    <chakra.div flex="1" minH="0" position="relative" mx={{ base: '2.5', md: '4' }}>
      <chakra.ul
        ref={ref}
        aria-label={t`People in the call`}
        data-testid="grid"
        position="absolute"
        inset="0"
        m="0"
        p="0"
      >
        {shown.map((person, index) => {
          const box = boxes[index];
          return (
            box && (
              <Tile
                key={person.key}
                person={person}
                box={box}
                onShown={(size) => onShown(person.key, size)}
              />
            )
          );
        })}
      </chakra.ul>
      {page > 0 && (
        <Turn side="left" label={t`Previous people`} onClick={() => setPage(page - 1)}>
          <ChevronLeft aria-hidden />
        </Turn>
      )}
      {page < pages - 1 && (
        <Turn side="right" label={t`More people`} onClick={() => setPage(page + 1)}>
          <ChevronRight aria-hidden />
        </Turn>
      )}
    </chakra.div>
  );
};

const Turn = ({
  side,
  label,
  onClick,
  children,
}: {
  readonly side: 'left' | 'right';
  readonly label: string;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
}) => (
  <chakra.div
    position="absolute"
    top="50%"
    transform="translateY(-50%)"
    zIndex="1"
    css={{ [side]: '0.5rem' }}
  >
    <IconButton label={label} variant="stage" shape="round" onClick={onClick}>
      {children}
    </IconButton>
  </chakra.div>
);
