import { Type } from 'typebox';
import type { Violation } from '#protocol/errors.ts';
import { resources } from '#protocol/rest/api.ts';
import type { Fields } from '#protocol/rest/field.ts';
import type { TaskResource } from '#protocol/rest/resources/task.ts';
import { violation } from '#server/errors.ts';
import { type BodyCheck, compileBodyCheck } from '#server/rest/body-check.ts';
import { mergePatch } from '#server/rest/merge-patch.ts';

export type Patch = Readonly<Record<string, unknown>>;

const checks = new Map<TaskResource, BodyCheck>();

/** What is wrong with a patch whatever it is merged into: secrets, which a task does not keep, are unknown to it. */
export function checkPatch(resource: TaskResource, patch: Patch): readonly Violation[] {
  if (Object.keys(patch).length === 0) return [violation('body', 'required')];
  const check = checks.get(resource) ?? compilePatchCheck(resources[resource].fields);
  checks.set(resource, check);
  const values = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null));
  return check(values).map((each) => ({ ...each, propertyPath: `body.${each.propertyPath}` }));
}

function compilePatchCheck(fields: Fields): BodyCheck {
  const editable = Object.entries(fields).filter(([, { mode }]) => mode === 'edit');
  const properties = editable.map(([name, { schema }]) => [name, Type.Optional(schema)] as const);
  return compileBodyCheck(
    Type.Object(Object.fromEntries(properties), { additionalProperties: false }),
    Object.fromEntries(editable),
  );
}

/** Whether an item is another one with the patch merged into it. */
export const changes = (shown: object, patch: Patch): boolean =>
  Object.entries(patch).some(([name, value]) => {
    const current: unknown = Reflect.get(shown, name) ?? null;
    const merged = value === null ? null : mergePatch(current, value);
    return canonical(merged) !== canonical(current);
  });

/** An address changes only once its link is followed, and someone who stops being a manager loses their customers. */
const IRREVERSIBLE: ReadonlySet<string> = new Set(['email', 'isManager']);

/** Whether the former values would bring everything back. */
export const isReversible = (patch: Patch): boolean =>
  Object.keys(patch).every((name) => !IRREVERSIBLE.has(name));

/** A merge patch that brings back what this one changes of an item. */
export const reversalOf = (shown: object, patch: Patch): Patch =>
  Object.fromEntries(
    Object.entries(patch).map(([name, value]) => {
      const current: unknown = Reflect.get(shown, name) ?? null;
      return [name, isObject(value) && isObject(current) ? reversalOf(current, value) : current];
    }),
  );

const isObject = (value: unknown): value is Patch =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON with its names in order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
