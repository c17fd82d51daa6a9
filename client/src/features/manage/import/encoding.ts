/** What files come in: anything new, and what Excel in Japan writes. */
export type FileEncoding = 'utf-8' | 'shift_jis' | 'utf-16le' | 'utf-16be';

const MARKS: readonly { readonly bytes: readonly number[]; readonly encoding: FileEncoding }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** The bytes as text; undefined where they are not of that encoding. */
function decode(bytes: Uint8Array, encoding: FileEncoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** What its mark says, else UTF-8, else Shift_JIS; undefined for what is none of them. */
export function decodeFile(
  bytes: Uint8Array,
): { readonly text: string; readonly encoding: FileEncoding } | undefined {
  const marked = MARKS.find(({ bytes: mark }) => mark.every((byte, at) => bytes[at] === byte));
  for (const encoding of marked ? [marked.encoding] : (['utf-8', 'shift_jis'] as const)) {
    const text = decode(bytes, encoding);
    if (text !== undefined) return { text, encoding };
  }
  return undefined;
}
