const FOLDER = 'recordings';

/** Folder of the browser's own file system (W3C File System, OPFS) in which recordings grow. Rejects in browsers without one. */
export async function scratchFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return await root.getDirectoryHandle(FOLDER, { create: true });
}

/** Rejects with `NotFoundError` without such a file, unless it is to be created. */
export const recordingFile = async (
  name: string,
  options?: FileSystemGetFileOptions,
): Promise<FileSystemFileHandle> => await (await scratchFolder()).getFileHandle(name, options);
