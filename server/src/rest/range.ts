/** The request headers that a file's answer depends on. */
export interface ConditionalHeaders {
  readonly range?: string | undefined;
  readonly 'if-range'?: string | string[] | undefined;
  readonly 'if-none-match'?: string | undefined;
}

/** Whether the asker has that very file already (RFC 9110, 13.1.2). */
export function isFresh(headers: ConditionalHeaders, etag: string): boolean {
  const tags = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags !== undefined && (tags.includes('*') || tags.includes(etag));
}

/**
 * The bytes that are asked for, both ends included (RFC 9110, 14.1.2). Null: all of them; so too where several parts are asked for,
 * the header is malformed, or the file is not the one that the asker has the rest of (`If-Range`).
 */
export function rangeOf(
  headers: ConditionalHeaders,
  etag: string,
  bytes: number,
): { readonly first: number; readonly last: number } | 'unsatisfiable' | null {
  const { range, 'if-range': ifRange } = headers;
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return null;
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.trim()) ?? [];
  if (from === '' && to === '') return null;
  if (from === '') {
    const count = Math.min(Number(to), bytes);
    return count === 0 ? 'unsatisfiable' : { first: bytes - count, last: bytes - 1 };
  }
  const first = Number(from);
  const last = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (to !== '' && Number(to) < first) return null;
  return first >= bytes ? 'unsatisfiable' : { first, last };
}
