import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#protocol/app-error.ts';
import type { Violation } from '#protocol/errors.ts';
import type { OperationName } from '#protocol/rest/api.ts';
import {
  type CreationOf,
  type CrudName,
  creationSchema,
  type ReplacementOf,
  type ResourceDefinition,
  replacementSchema,
} from '#protocol/rest/define-resource.ts';
import type { Fields } from '#protocol/rest/field.ts';
import { type ChangedValue, changesOf, valuesGiven, valuesLost } from '#server/audit-changes.ts';
import { nameOf } from '#server/audit-names.ts';
import { violation } from '#server/errors.ts';
import { settersOf, type Who } from './access-table.ts';
import { assertBody, compileBodyCheck, fieldOf } from './body-check.ts';
import type { ChangeContext } from './context.ts';
import type { Answer, Endpoint, EndpointInput } from './endpoint.ts';
import { assertMatches } from './etag.ts';
import { assertReach, findItem, lockItem } from './find-item.ts';
import { mergePatch } from './merge-patch.ts';
import { asManager } from './parties.ts';
import { holdReferences, isReferenceSchema, type Readers } from './references.ts';
import type { ResourceReader } from './resource-reader.ts';
import type { BaseRow, ServerResource } from './server-resource.ts';

type Body = Readonly<Record<string, unknown>>;

/** List, create, read, replace, merge, delete: written once for every resource. */
export function crudEndpoints<Definition extends ResourceDefinition, Row extends BaseRow>(
  resource: ServerResource<Definition, Row>,
  readers: Readers,
  reader: ResourceReader,
): Endpoint[] {
  const { definition } = resource;
  const { fields, path } = definition;
  const checkCreation = compileBodyCheck(creationSchema(definition), fields);
  const checkReplacement = compileBodyCheck(replacementSchema(definition), fields);
  const itemPath = `${path}/{id}`;
  const editable = Object.keys(fields).filter((name) => fields[name]?.mode === 'edit');
  /** All but what is never shown. */
  const given = Object.keys(fields).filter((name) => ['edit', 'create'].includes(fields[name]?.mode ?? ''));
  const named = (crud: CrudName) => ({
    name: `${path}.${crud}` as OperationName,
    ownQuery: {},
    lists: null,
    consumes: null,
    fields: null,
    checkBody: null,
  });

  /** The answer to a change: the item, read again. A row of a task needs no more than its id. */
  const changed = async (
    context: ChangeContext,
    id: string,
    options: { readonly status?: number; readonly once?: object } = {},
  ): Promise<Answer> =>
    context.taskId === undefined
      ? await reader.item(context, id, options)
      : { status: options.status ?? 200, media: null, body: { id } };

  /** PUT, and PATCH once it is merged: what has been checked, without what cannot be written. */
  const replace = async (context: ChangeContext, row: Row, sent: Body, ifMatch: string | undefined) => {
    assertMatches(ifMatch, row.revision);
    await resource.assertChangeable?.(context, row);
    const current: Body = { ...resource.show(row, context) };
    const { body, violations } = writable(fields, sent, current);
    assertBody([...violations, ...ofChanges(checkReplacement(body), body, current)]);
    const kept = guardFields(definition, context.who, body, current);
    await holdReferences(context, readers, fields, kept, (name, value) => equal(value, current[name]));
    const changes = changesOf(current, kept, editable);
    // Neither a new version, which others would have to read, nor an entry in the log.
    if (changes.length === 0 && isWholeState(fields, kept, current)) return await changed(context, row.id);
    const audited = auditing(context, fields, changes, { ownActions: resource.ownActions });
    await guarded(resource, async () => {
      if (!resource.update) throw new AppError('method-not-allowed');
      await resource.update(audited, row, kept as ReplacementOf<Definition>);
    });
    return await changed(context, row.id);
  };

  const changing = (
    work: (context: ChangeContext, row: Row, input: EndpointInput) => Promise<Answer>,
  ): Endpoint['run'] => ({
    transaction: true,
    open: async (asked, params, reach) => {
      // What is compared with the change is the same that `GET` of the item returns.
      const context = asManager(asked);
      const row = await lockItem(resource, context, params.id ?? '', reach);
      return (input) => work(context, row, input);
    },
  });

  const endpoints: { readonly [Crud in CrudName]: Endpoint } = {
    list: {
      ...named('list'),
      method: 'GET',
      path,
      lists: definition,
      run: {
        transaction: false,
        open: async (context, _params, reach) => {
          assertReach(context, reach);
          return (input) => reader.collection(context, { where: [], reach, input, path });
        },
      },
    },
    create: {
      ...named('create'),
      method: 'POST',
      path,
      consumes: 'ld+json',
      fields,
      run: {
        transaction: true,
        open: async (context, _params, reach) => {
          assertReach(context, reach);
          return async ({ body: sent }) => {
            const body = withoutReadOnly(fields, sent);
            const lacking =
              resource.missing?.(context, (body ?? {}) as Partial<CreationOf<Definition>>) ?? [];
            assertBody([...checkCreation(body), ...lacking]);
            guardCreation(definition, context.who, body as Body);
            await holdReferences(context, readers, fields, body as Body);
            const created = await guarded(resource, async () => {
              if (!resource.create) throw new AppError('method-not-allowed');
              const audited = auditing(context, fields, valuesGiven(body as Body, given));
              return await resource.create(audited, body as CreationOf<Definition>);
            });
            return await changed(context, created.id, { status: 201, once: created.once ?? {} });
          };
        },
      },
    },
    read: {
      ...named('read'),
      method: 'GET',
      path: itemPath,
      run: {
        transaction: false,
        open: async (context, params, reach) => {
          const row = await findItem(resource, context, params.id ?? '', reach);
          return () => reader.item(context, row.id);
        },
      },
    },
    replace: {
      ...named('replace'),
      method: 'PUT',
      path: itemPath,
      consumes: 'ld+json',
      fields,
      run: changing((context, row, { body, ifMatch }) => replace(context, row, asObject(body), ifMatch)),
    },
    merge: {
      ...named('merge'),
      method: 'PATCH',
      path: itemPath,
      consumes: 'merge-patch',
      fields,
      run: changing((context, row, { body, ifMatch }) =>
        replace(context, row, merged(fields, resource.show(row, context), body), ifMatch),
      ),
    },
    delete: {
      ...named('delete'),
      method: 'DELETE',
      path: itemPath,
      run: changing(async (context, row, { ifMatch, body }) => {
        assertMatches(ifMatch, row.revision);
        if (!resource.delete) throw new AppError('method-not-allowed');
        // Before the deletion, after which nothing says what it was.
        const objectName = await nameOf(context.db, path, row.id);
        const lost = valuesLost(resource.show(row, context), given);
        await resource.delete(auditing(context, fields, lost, { objectName }), row, body);
        return { status: 204, media: null, body: null };
      }),
    },
  };
  return definition.operations.map((crud) => endpoints[crud]);
}

interface Audited {
  /** Of what is being deleted. */
  readonly objectName?: string | undefined;
  /** See `ServerResource`. */
  readonly ownActions?: Readonly<Record<string, string>> | undefined;
}

/** Entries of the log say what has changed, unless they bring details of their own. */
function auditing(
  context: ChangeContext,
  fields: Fields,
  changed: readonly ChangedValue[],
  { objectName, ownActions = {} }: Audited = {},
): ChangeContext {
  const changes = changed.map((change) => ({
    ...change,
    refers: isReferenceSchema(fields[change.field]?.schema),
  }));
  const apart = new Set(Object.values(ownActions));
  const changesFor = (action: string) => {
    const only = ownActions[action];
    return changes.filter(({ field }) => (only === undefined ? !apart.has(field) : field === only));
  };
  return {
    ...context,
    async audit(action, path, id, customerId, details) {
      const own = changesFor(action);
      // Another entry says all of it.
      if (!details && action === 'update' && own.length === 0 && changes.length > 0) return;
      const given = details ?? { changes: own, ...(objectName && { objectName }) };
      await context.audit(action, path, id, customerId, given);
    },
  };
}

function asObject(body: unknown): Body {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body };
  throw new AppError('validation-failed', {
    violations: [{ propertyPath: '', code: 'invalid', message: 'The body has to be a JSON object.' }],
  });
}

/** Names with `@` are JSON-LD's own; what the server makes is ignored, so that what was read can be sent back. */
const isSentBack = (fields: Fields, name: string): boolean =>
  name.startsWith('@') || fields[name]?.mode === 'read';

/** Of a change also what is unknown, as in API Platform: its admin sends what it keeps of its own along with the item. */
const isIgnored = (fields: Fields, name: string): boolean =>
  !Object.hasOwn(fields, name) || isSentBack(fields, name);

const withoutReadOnly = (fields: Fields, sent: unknown): unknown =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent)
    ? Object.fromEntries(Object.entries(sent).filter(([name]) => !isSentBack(fields, name)))
    : sent;

/** The state after a PATCH: the editable fields as they are, with the patch merged in. */
function merged(fields: Fields, shown: object, patch: unknown): Body {
  const editable = Object.fromEntries(
    Object.entries(shown).filter(([name]) => fields[name]?.mode === 'edit'),
  );
  return asObject(mergePatch(editable, asObject(patch)));
}

/** What may be written of what was sent; fields that are fixed have to be what they are. */
function writable(
  fields: Fields,
  sent: Body,
  current: Body,
): { readonly body: Body; readonly violations: readonly Violation[] } {
  const body: Record<string, unknown> = {};
  const violations: Violation[] = [];
  for (const [name, value] of Object.entries(sent)) {
    if (isIgnored(fields, name)) continue;
    if (fields[name]?.mode !== 'create') body[name] = value;
    else if (!equal(value, current[name])) {
      violations.push(violation(name, name.startsWith('serial') ? 'serial-fixed' : 'fixed'));
    }
  }
  return { body, violations };
}

/** Names all that can be changed, but what is empty, and sets nothing that is never shown: else it may change what its values do not tell. */
const isWholeState = (fields: Fields, body: Body, current: Body): boolean =>
  Object.entries(fields).every(([name, { mode }]) => {
    if (mode === 'write') return !Object.hasOwn(body, name);
    return mode !== 'edit' || Object.hasOwn(body, name) || (current[name] ?? null) === null;
  });

/** Without those of fields that keep their value, which may be older than the rule. */
const ofChanges = (violations: readonly Violation[], body: Body, current: Body): readonly Violation[] =>
  violations.filter(({ propertyPath }) => {
    const field = fieldOf(propertyPath);
    const before = current[field] ?? null;
    return before === null || !equal(body[field], before);
  });

/** A field that the asker may not set stays what it is; to send another value is refused. */
function guardFields(definition: ResourceDefinition, who: Who, body: Body, current: Body): Body {
  const kept: Record<string, unknown> = { ...body };
  for (const name of Object.keys(definition.fields)) {
    const allowed = settersOf(definition.path, name);
    if (!allowed || allowed.includes(who) || definition.fields[name]?.mode !== 'edit') continue;
    if (name in body && !equal(body[name], current[name])) {
      throw new AppError('forbidden', { message: `Not allowed to change ${name}` });
    }
    kept[name] = current[name];
  }
  return kept;
}

function guardCreation(definition: ResourceDefinition, who: Who, body: Body): void {
  for (const name of Object.keys(body)) {
    const allowed = settersOf(definition.path, name);
    if (allowed && !allowed.includes(who)) {
      throw new AppError('forbidden', { message: `Not allowed to set ${name}` });
    }
  }
}

/** JSON values alike, with their fields in any order. */
const equal = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a ?? null, b ?? null);

/** A unique constraint that was lost to someone faster, as the violation of its field. */
async function guarded<Definition extends ResourceDefinition, Row extends BaseRow, Result>(
  resource: ServerResource<Definition, Row>,
  change: () => Promise<Result>,
): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    const constraint =
      error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
        ? resource.constraints?.[error.constraint]
        : undefined;
    if (!constraint) throw error;
    throw new AppError('validation-failed', {
      violations: [violation(constraint.propertyPath, constraint.code)],
      cause: error,
    });
  }
}
