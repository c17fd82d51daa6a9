export type Corner = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';

interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const corner = (top: boolean, left: boolean): Corner =>
  `${top ? 'top' : 'bottom'}-${left ? 'left' : 'right'}`;

/** The corner of a stage that something on it is nearest to. */
export const cornerOf = (place: Rectangle, stage: Rectangle): Corner =>
  corner(
    place.top + place.height / 2 < stage.top + stage.height / 2,
    place.left + place.width / 2 < stage.left + stage.width / 2,
  );

/** Where an arrow key leads from a corner; null for any other key. */
export function moveCorner(from: Corner, key: string): Corner | null {
  const top = from.startsWith('top');
  const left = from.endsWith('left');
  switch (key) {
    case 'ArrowUp':
      return corner(true, left);
    case 'ArrowDown':
      return corner(false, left);
    case 'ArrowLeft':
      return corner(top, true);
    case 'ArrowRight':
      return corner(top, false);
    default:
      return null;
  }
}
