import { makeSeekable } from './seekable-file.ts';

/** The browser reads the file after the click has returned. */
const DOWNLOAD_MS = 10 * 60 * 1000;

/**
 * Makes a recording ready to be opened by any player, and hands it to the browser, which saves it where it saves all downloads.
 *
 * @param onProgress 0 to 1
 */
export async function saveRecording(
  recorded: Blob,
  mimeType: string,
  name: string,
  onProgress: (share: number) => void,
): Promise<void> {
  const { file, remove } = await makeSeekable(recorded, mimeType, name, onProgress);
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(url);
    void remove().catch(() => {});
  }, DOWNLOAD_MS);
}
