import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { ShownSize } from '#client/call/group/received-layer.ts';
import { type Box, gridLayout, tilesPerPage } from '#client/stage/layout/grid-layout.ts';
import { speakerLayout, stripPerPage } from '#client/stage/layout/speaker-layout.ts';
import { useElementSize } from '#client/stage/layout/use-element-size.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { pairLayout } from './pair-layout.ts';
import type { Person } from './people.ts';
import type { Picture } from './pictures.ts';
import { Tile } from './tile.tsx';
import { usePlaces } from './use-places.ts';

const GAP_PX = 10;

export interface PicturesViewProps {
  readonly pictures: readonly Picture[];
  /** The picture that has the stage; null: a grid of all. */
  readonly front: Picture | null;
  /** The other picture, one's own, stands in a corner of the one in front. */
  readonly facing: boolean;
  readonly pinned: string | null;
  readonly onPin: (key: string | null) => void;
  /** Memoize it. */
  readonly onVolume: (person: Person) => void;
  /** Memoize it. At which size a picture is shown; null: not at all, because it is on another page or out of sight. */
  readonly onShown: (picture: Picture, size: ShownSize | null) => void;
}

/** Everyone, as large as the stage allows; page by page where there are too many to be told apart. */
export const PicturesView = ({
  pictures,
  front,
  facing,
  pinned,
  onPin,
  onVolume,
  onShown,
}: PicturesViewProps) => {
  const { t } = useLingui();
  const [ref, { width, height }] = useElementSize();
  const [wanted, setPage] = useState(0);
  const paged = front ? pictures.filter((picture) => picture.key !== front.key) : pictures;
  const perPage = front ? stripPerPage(width, height, GAP_PX) : tilesPerPage(width, height, GAP_PX);
  const pages = Math.max(1, Math.ceil(paged.length / perPage));
  const page = Math.min(wanted, pages - 1);
  const placed = usePlaces(paged, page, perPage);
  const onPage = placed.slice(page * perPage, (page + 1) * perPage);
  const boxes = boxesOf(onPage, front, facing, width, height);
  // The order in the DOM is fixed: a video that is moved within the page stops for a moment.
  const shown = pictures.flatMap((picture) => {
    const box = boxes.get(picture.key);
    return box ? [{ picture, box }] : [];
  });

  const reportHidden = useEffectEvent(() => {
    for (const picture of pictures) if (!boxes.has(picture.key)) onShown(picture, null);
  });
  const hiddenKeys = pictures.filter(({ key }) => !boxes.has(key)).map(({ key }) => key);
  const hidden = width > 0 ? hiddenKeys.join('\n') : '';
  useEffect(() => {
    if (hidden !== '') reportHidden();
  }, [hidden]);

  const together = facing ? 'facing' : 'speaker';
  const layout = front ? together : 'grid';
  const pageNumber = page + 1;
  return (
    <chakra.div
      flex="1"
      minH="0"
      display="flex"
      flexDirection="column"
      mx={facing ? '0' : { base: '2.5', md: '4' }}
    >
      <chakra.div flex="1" minH="0" position="relative">
        <chakra.ul
          ref={ref}
          aria-label={t`People in the call`}
          data-testid="grid"
          data-layout={layout}
          data-pages={pages}
          position="absolute"
          inset="0"
          m="0"
          p="0"
        >
          {shown.map(({ picture, box }) => (
            <Tile
              key={picture.key}
              picture={picture}
              box={box}
              front={picture.key === front?.key}
              pinned={picture.key === pinned}
              onPin={onPin}
              onVolume={onVolume}
              onShown={onShown}
            />
          ))}
        </chakra.ul>
      </chakra.div>
      {pages > 1 && (
        <chakra.div
          role="group"
          aria-label={t`Pages of people`}
          flexShrink="0"
          display="flex"
          alignItems="center"
          justifyContent="center"
          gap="2"
          pt="2"
        >
          <Turn label={t`Previous people`} disabled={page === 0} onClick={() => setPage(page - 1)}>
            <ChevronLeft aria-hidden />
          </Turn>
          <chakra.span
            role="status"
            aria-label={t`Page ${pageNumber} of ${pages}`}
            px="3"
            py="1"
            color="stage.muted"
            textStyle="caption"
            fontVariantNumeric="tabular-nums"
          >
            {pageNumber} / {pages}
          </chakra.span>
          <Turn label={t`Next people`} disabled={page === pages - 1} onClick={() => setPage(page + 1)}>
            <ChevronRight aria-hidden />
          </Turn>
        </chakra.div>
      )}
    </chakra.div>
  );
};

function boxesOf(
  onPage: readonly Picture[],
  front: Picture | null,
  facing: boolean,
  width: number,
  height: number,
): ReadonlyMap<string, Box> {
  if (width <= 0 || height <= 0) return new Map();
  if (!front) {
    const boxes = gridLayout(width, height, onPage.length, GAP_PX);
    return new Map(onPage.flatMap(({ key }, index) => (boxes[index] ? [[key, boxes[index]]] : [])));
  }
  if (facing) {
    const { front: large, corner } = pairLayout(width, height);
    return new Map([[front.key, large], ...onPage.map(({ key }): [string, Box] => [key, corner])]);
  }
  const { front: large, strip } = speakerLayout(width, height, onPage.length, GAP_PX);
  const small = onPage.flatMap(({ key }, index): [string, Box][] =>
    strip[index] ? [[key, strip[index]]] : [],
  );
  return new Map([[front.key, large], ...small]);
}

const Turn = ({
  label,
  disabled,
  onClick,
  children,
}: {
  readonly label: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) => (
  <IconButton label={label} variant="stage" shape="round" size="sm" disabled={disabled} onClick={onClick}>
    {children}
  </IconButton>
);
