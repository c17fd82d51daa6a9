/** Where someone stopped in one film. */
interface Position {
  readonly id: string;
  /** Seconds from the start of the recording. */
  readonly at: number;
}

const KEY = 'hibiki.filmPositions';
const MAX_POSITIONS = 50;
/** So close to the beginning or the end a film starts from the beginning again, a short one closer. */
const EDGE_S = 5;
const EDGE_OF_SHORT = 0.1;

const isPosition = (value: unknown): value is Position =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'at' in value &&
  typeof value.at === 'number' &&
  Number.isFinite(value.at);

function read(storage: Storage): readonly Position[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPosition) : [];
  } catch {
    // Not ours, or no storage is allowed: films start from the beginning.
    return [];
  }
}

/** Where a film was left, in seconds; 0 if it was not, or is not known any more. */
export const rememberedPosition = (storage: Storage, id: string): number =>
  read(storage).find((position) => position.id === id)?.at ?? 0;

/** Keeps where a film was left; the last 50 films are remembered. */
export function rememberPosition(storage: Storage, id: string, at: number, duration: number): void {
  const others = read(storage).filter((position) => position.id !== id);
  const edge = Math.min(EDGE_S, duration * EDGE_OF_SHORT);
  const isAtEdge = at < edge || at > duration - edge;
  const positions = isAtEdge ? others : [{ id, at }, ...others].slice(0, MAX_POSITIONS);
  try {
    storage.setItem(KEY, JSON.stringify(positions));
  } catch {
    // A full storage costs a position, nothing else.
  }
}
