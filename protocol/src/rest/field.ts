import { type Static, type TSchema, Type } from 'typebox';
import type { ViolationCode } from '#protocol/errors.ts';
import { LINE, OPTIONAL_LINE } from '#protocol/text.ts';

/**
 * When a field can be written.
 *
 * - `read`: the server makes it; in a POST, PUT or PATCH it is ignored, so that what was read can be sent back.
 * - `create`: given once; later only the same value is accepted.
 * - `edit`: can be changed at any time.
 * - `write`: accepted, never shown (a password).
 */
export type FieldMode = 'read' | 'create' | 'edit' | 'write';

export interface FieldOptions {
  /** English, for the documentation. */
  readonly description?: string;
  /** The violation that is reported; `required` is also reported for an empty text. */
  readonly codes?: {
    readonly required?: ViolationCode;
    readonly short?: ViolationCode;
    readonly invalid?: ViolationCode;
  };
  /** Gives access to anyone who has it, so exports leave it out. */
  readonly secret?: true;
  /** The property in a public vocabulary; the resource's own by default. */
  readonly iri?: string;
}

export interface Field<
  Schema extends TSchema = TSchema,
  Mode extends FieldMode = FieldMode,
  Optional extends boolean = boolean,
> extends FieldOptions {
  readonly schema: Schema;
  readonly mode: Mode;
  /** Readable fields: may be absent. Writable fields: may be left out, and then is `null` or what the server sets. */
  readonly optional: Optional;
}

export const read = <Schema extends TSchema>(
  schema: Schema,
  options: FieldOptions = {},
): Field<Schema, 'read', false> => ({ schema, mode: 'read', optional: false, ...options });

/** Made by the server and shown in some answers only. */
export const readSometimes = <Schema extends TSchema>(
  schema: Schema,
  options: FieldOptions = {},
): Field<Schema, 'read', true> => ({ schema, mode: 'read', optional: true, ...options });

/** `create`, `edit` and `write`: a field that has to be given when the resource is made. */
export const required = <Schema extends TSchema, Mode extends Exclude<FieldMode, 'read'>>(
  mode: Mode,
  schema: Schema,
  options: FieldOptions = {},
): Field<Schema, Mode, false> => ({ schema, mode, optional: false, ...options });

export const optional = <Schema extends TSchema, Mode extends Exclude<FieldMode, 'read'>>(
  mode: Mode,
  schema: Schema,
  options: FieldOptions = {},
): Field<Schema, Mode, true> => ({ schema, mode, optional: true, ...options });

export type Fields = Readonly<Record<string, Field>>;

/** Where every resource and operation lives. */
export const API_PREFIX = '/api/v1';

/** The address of a resource, e.g. `/api/v1/pairs/0192…`; how one resource refers to another. */
export type Iri<Path extends string = string> = `/api/v1/${Path}/${string}`;

export const iri = <Path extends string>(path: Path, id: string): Iri<Path> => `/api/v1/${path}/${id}`;

/** The last part of an address. */
export const idOfIri = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

const UUID_PATTERN = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** A reference to a resource of one of these paths. */
export const Reference = <Path extends string>(...paths: readonly Path[]) =>
  Type.Unsafe<Iri<Path>>(
    Type.String({
      format: 'iri-reference',
      pattern: `^${API_PREFIX}/(${paths.join('|')})/${UUID_PATTERN}$`,
      'x-references': paths,
    }),
  );

export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** The patterns of `Uuid` and `DateTime`, by which a violation knows them. */
export const UUID_ALONE = `^${UUID_PATTERN}$`;
export const TIME_PATTERN =
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$';

export const Uuid = Type.String({ format: 'uuid', pattern: UUID_ALONE });

/** RFC 3339 with seconds and zone, as `Date.toISOString` writes it. */
export const DateTime = Type.String({ format: 'date-time', pattern: TIME_PATTERN });

/** A name or title, by the rule of `LINE`; may be empty unless it has a minimum length. */
export const Line = (maxLength: number, minLength = 0) =>
  Type.String({ minLength, maxLength, pattern: minLength > 0 ? LINE : OPTIONAL_LINE });

/** The same kind of text in both languages, as a JSON-LD language map. */
export const InBothLanguages = <Schema extends TSchema>(schema: Schema) =>
  Type.Object({ ja: schema, en: schema }, { additionalProperties: false });

/** Of schemas for codes and mail addresses: the server reads them in one width (`foldWidth`) before it checks them. */
export const FOLDED = { 'x-folded': true };

/** The strict check of specification V1. */
export const Mail = Type.String({
  ...FOLDED,
  minLength: 1,
  maxLength: 254,
  pattern: "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*\\.[a-z]+$",
});

/** Violations of a mail address. */
export const mailCodes = { required: 'mail-required', invalid: 'mail-format' } as const;

export const VerifiedState = Type.Union([Type.Literal('UNVERIFIED'), Type.Literal('VERIFIED')]);
export const AvailabilityState = Type.Union([Type.Literal('ENABLED'), Type.Literal('DISABLED')]);

type Simplify<Type> = { [Key in keyof Type]: Type[Key] };

type KeysOf<Map extends Fields, Mode extends FieldMode, Optional extends boolean> = {
  [Name in keyof Map]: Map[Name]['mode'] extends Mode
    ? Map[Name]['optional'] extends Optional
      ? Name
      : never
    : never;
}[keyof Map];

type Values<Map extends Fields, Names extends keyof Map> = { [Name in Names]: Static<Map[Name]['schema']> };

/** A resource as it is answered, without the `@` keys. */
export type Shown<Map extends Fields> = Simplify<
  Values<Map, KeysOf<Map, 'create' | 'edit', boolean> | KeysOf<Map, 'read', false>> &
    Partial<Values<Map, KeysOf<Map, 'read', true>>>
>;

/** The body of POST. */
export type Creation<Map extends Fields> = Simplify<
  Values<Map, KeysOf<Map, 'create' | 'edit' | 'write', false>> &
    Partial<Values<Map, KeysOf<Map, 'create' | 'edit' | 'write', true>>>
>;

/** The body of PUT, as the server sees it: fields that are fixed or made by the server have been checked and dropped. */
export type Replacement<Map extends Fields> = Simplify<
  Values<Map, KeysOf<Map, 'edit', false>> &
    Partial<Values<Map, KeysOf<Map, 'edit', true> | KeysOf<Map, 'write', boolean>>>
>;

/** The body of PATCH (RFC 7396). */
export type Merge<Map extends Fields> = Simplify<
  Partial<Values<Map, KeysOf<Map, 'edit' | 'write', boolean>>>
>;
