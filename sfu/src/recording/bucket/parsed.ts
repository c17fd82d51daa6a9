/** Null for what is no JSON of the schema. */
export function parsed<Value>(text: Buffer, schema: { Check(value: unknown): value is Value }): Value | null {
  try {
    const value: unknown = JSON.parse(text.toString());
    return schema.Check(value) ? value : null;
  } catch {
    return null;
  }
}
