import { ClientError } from './client-error.ts';

/** Specification U12. */
const CHUNK_TIMEOUT_MS = 120_000;

/**
 * Loads a part of the application.
 *
 * Rejects with a ClientError, `chunk-load-failed`, when it cannot be loaded or takes longer than two minutes.
 */
export async function loadChunk<Part>(load: () => Promise<Part>): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The chunk takes too long')), CHUNK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([load(), timeout]);
  } catch (cause) {
    throw new ClientError('chunk-load-failed', 'A chunk could not be loaded', { cause });
  } finally {
    clearTimeout(timer);
  }
}
