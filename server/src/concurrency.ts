/** Does the work for every item, for so many of them at once. The work must not reject. */
export async function eachAtOnce<Item>(
  items: Iterable<Item>,
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  // Shared: each of the loops takes the next item.
  const queue = [...items].values();
  const takeTurns = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: limit }, takeTurns));
}

/** Runs one at a time: anyone who asks during a run gets one more after it, however many ask. */
export function coalesced(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;
  const loop = async () => {
    try {
      do {
        again = false;
        await run();
      } while (again);
    } finally {
      running = null;
    }
  };
  return () => {
    again = true;
    running ??= loop();
    return running;
  };
}
