const DEADLINE_MS = 20_000;
const POLL_MS = 5;

/** Polls until there is a value. */
export async function until<Value>(value: () => Value | undefined): Promise<Value> {
  const deadline = performance.now() + DEADLINE_MS;
  for (;;) {
    const found = value();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
