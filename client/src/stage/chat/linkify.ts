/** A piece of a text: to be shown as it is, or as a link. */
export type TextPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

/** Only these two: a `javascript:` that someone sends must never become a link. */
const ADDRESS = /https?:\/\/[^\s<>"'`、。「」『』（）]+/giu;
/** Belongs to the sentence and not to the address. */
const TRAILING = /[.,;:!?…)\]}]+$/u;

/** Finds the web addresses in what someone has written. */
export function linkify(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0].replace(TRAILING, '');
    if (!URL.canParse(address)) continue;
    if (match.index > from) pieces.push({ kind: 'text', text: text.slice(from, match.index) });
    pieces.push({ kind: 'link', text: address, href: new URL(address).href });
    from = match.index + address.length;
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) });
  return pieces;
}
