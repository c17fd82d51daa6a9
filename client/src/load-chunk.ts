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

declare global {
  interface Navigator {
    /** Network Information API (WICG). Firefox and Safari lack it. */
    readonly connection?: {
      readonly saveData?: boolean;
      readonly effectiveType?: 'slow-2g' | '2g' | '3g' | '4g';
    };
  }
}

const callParts = new Set<() => Promise<unknown>>();

/** Marks a part that a running call can need at any moment: `loadCallParts` loads it ahead. */
export function callPart<Part>(load: () => Promise<Part>): () => Promise<Part> {
  callParts.add(load);
  return load;
}

/**
 * Loads the parts of a running call, one after another, so that none is first asked for while the server is away. One that cannot
 * be loaded is loaded again when it is needed; on a narrow line all are loaded only then, to leave the line to the call.
 */
export async function loadCallParts(): Promise<void> {
  // The set grows meanwhile: loaded parts mark further ones.
  for (const load of callParts) {
    if (isNarrow(navigator.connection)) return;
    await load().catch(() => {});
  }
}

/** Whether the browser estimates the line at less than 700 kbps or more than 270 ms, or saves data. Unknown: no. */
const isNarrow = (line: Navigator['connection']): boolean =>
  line?.saveData === true || (line?.effectiveType !== undefined && line.effectiveType !== '4g');
