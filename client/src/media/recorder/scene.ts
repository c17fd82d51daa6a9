/** One picture of a recording: a person, or what someone shares. */
export interface ScenePicture {
  /** The same for as long as it is the same person or share. */
  readonly key: string;
  readonly name: string;
  /** Null: no picture, the name alone. */
  readonly track: MediaStreamTrack | null;
  readonly kind: 'person' | 'share';
}

/** All that is seen and heard of a call at one moment. */
export interface Scene {
  readonly pictures: readonly ScenePicture[];
  readonly sounds: readonly MediaStreamTrack[];
}

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const GAP = 8;
/** Of the width, for the people beside what is shared. */
const SIDE = 0.2;

/**
 * Where pictures stand in a recording: people in a grid, or, while something is shared, that in front and the people in a
 * column beside it.
 *
 * @returns one place for each picture, in their order
 */
export function placeScene(
  pictures: readonly Pick<ScenePicture, 'kind'>[],
  width: number,
  height: number,
): readonly Place[] {
  const shares = pictures.filter(({ kind }) => kind === 'share').length;
  const people = pictures.length - shares;
  const whole = { x: 0, y: 0, width, height };
  if (shares === 0) return grid(whole, people);
  const side = people === 0 ? 0 : Math.round(width * SIDE);
  const shared = grid({ ...whole, width: width - side }, shares);
  const beside = column({ x: width - side, y: 0, width: side, height }, people);
  return pictures.map(({ kind }) => (kind === 'share' ? shared.shift() : beside.shift()) ?? whole);
}

function grid(area: Place, count: number): Place[] {
  const columns = Math.max(1, Math.ceil(Math.sqrt(count)));
  const rows = Math.max(1, Math.ceil(count / columns));
  const width = (area.width - GAP * (columns + 1)) / columns;
  const height = (area.height - GAP * (rows + 1)) / rows;
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    // A last row that is not full stands in the middle.
    const inRow = row === rows - 1 ? count - row * columns : columns;
    const indent = ((columns - inRow) * (width + GAP)) / 2;
    return {
      x: area.x + GAP + indent + (index % columns) * (width + GAP),
      y: area.y + GAP + row * (height + GAP),
      width,
      height,
    };
  });
}

function column(area: Place, count: number): Place[] {
  const width = area.width - GAP;
  const height = Math.min((width * 9) / 16, (area.height - GAP * (count + 1)) / Math.max(1, count));
  return Array.from({ length: count }, (_, index) => ({
    x: area.x,
    y: area.y + GAP + index * (height + GAP),
    width,
    height,
  }));
}

/** Where a picture of this size is drawn in its place: whole (`contain`), or filling it with its edges cut off (`cover`). */
export function fitPicture(
  size: { readonly width: number; readonly height: number },
  place: Place,
  fit: 'contain' | 'cover',
): Place {
  const scales = [place.width / size.width, place.height / size.height] as const;
  const scale = fit === 'contain' ? Math.min(...scales) : Math.max(...scales);
  const width = size.width * scale;
  const height = size.height * scale;
  return { x: place.x + (place.width - width) / 2, y: place.y + (place.height - height) / 2, width, height };
}
