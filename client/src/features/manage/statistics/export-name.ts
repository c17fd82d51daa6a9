import { beginningOf } from '#protocol/text.ts';

/** Characters of a customer's name: file systems take 255 bytes, of which a letter may need three. */
const MAX_NAME = 60;

/**
 * What exported statistics are kept under: `statistics byday Acme 2026-03-01_2026-03-07.csv`.
 *
 * @param customer null: all
 */
export function exportName(
  {
    kind,
    customer,
    from,
    to,
  }: {
    readonly kind: string;
    readonly customer: string | null;
    readonly from: string;
    readonly to: string;
  },
  ending: string,
): string {
  // Without what file systems refuse.
  const name = beginningOf((customer ?? 'all').replace(/[\p{C}\\/:*?"<>|]/gu, ' '), MAX_NAME);
  return `statistics ${kind} ${name} ${from}_${to}.${ending}`.replace(/\s+/g, ' ');
}
