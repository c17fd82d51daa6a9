/** The point that a key leads to; undefined for other keys, null for the one that ends it. */
export function movedPoint(key: string, active: number | null, last: number): number | null | undefined {
  if (last < 0) return undefined;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return active === null ? 0 : Math.min(active + 1, last);
    case 'ArrowLeft':
    case 'ArrowDown':
      return active === null ? last : Math.max(active - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return null;
    default:
      return undefined;
  }
}
