const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'the quota of its disk is used up',
  ENOENT: 'its file system takes no new folders',
  EEXIST: 'it is a file, or a link to a folder that does not exist',
  ENOTDIR: 'a part of its path is a file',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  EIO: 'its disk fails',
};

/** A file or folder that an operator named cannot be written. The message is one line with the path and the reason. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
  /** That of the system, e.g. `ENOSPC`. */
  readonly code: string;

  constructor(path: string, code: string, options?: ErrorOptions) {
    super(`${path} cannot be written: ${REASONS[code] ?? code}`, options);
    this.code = code;
  }
}

/** No space is left for what a program writes. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** A system's error about a file, as a `FolderError` that names the path; any other error as it is. */
export function toFolderError(error: unknown, path: string): unknown {
  if (error instanceof FolderError || !(error instanceof Error && 'code' in error)) return error;
  const { code } = error;
  return typeof code === 'string' && code in REASONS ? new FolderError(path, code, { cause: error }) : error;
}
