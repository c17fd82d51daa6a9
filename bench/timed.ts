export async function timed<Value>(
  work: () => Promise<Value>,
): Promise<{ readonly ms: number; readonly value: Value }> {
  const before = performance.now();
  const value = await work();
  return { ms: performance.now() - before, value };
}
