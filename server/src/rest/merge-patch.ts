/** JSON merge patch (RFC 7396, section 2): null removes, objects merge, all else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  // Without a prototype: `__proto__` is a name like any other.
  const merged: Record<string, unknown> = Object.create(null);
  if (isObject(target)) for (const [name, value] of Object.entries(target)) merged[name] = value;
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = mergePatch(merged[name], value);
  }
  return merged;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
