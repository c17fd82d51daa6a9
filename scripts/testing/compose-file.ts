import { type CollectionTag, parse } from 'yaml';

export interface Service {
  readonly image?: string;
  readonly logging?: { readonly options?: Readonly<Record<string, string>> };
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly read_only?: boolean;
  /** Null: interpolated to nothing, which compose hands on as an empty value. */
  readonly environment?: Readonly<Record<string, string | number | null>>;
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly volumes?: readonly string[];
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly configs?: Readonly<Record<string, { readonly content: string }>>;
}

/** The innermost of `${NAME}`, `${NAME:-default}` and `${NAME:?message}`. */
const INNERMOST = /\$\{(\w+)(?::([-?])([^${}]*))?\}/;

/** As compose replaces variables; the default of one may hold others. */
export function interpolate(text: string, variables: NodeJS.Dict<string>): string {
  const [found, name = '', kind, rest = ''] = INNERMOST.exec(text) ?? [];
  if (found === undefined) return text;
  const value = variables[name] || (kind === '-' ? rest : undefined);
  if (value === undefined) throw new Error(`.env lacks ${name}`);
  return interpolate(
    text.replace(found, () => value),
    variables,
  );
}

/** Compose's own: the list takes the place of the one in the file before. */
const OVERRIDE: CollectionTag = { tag: '!override', collection: 'seq' };

export const parseCompose = (text: string): ComposeFile =>
  parse(text, { merge: true, customTags: [OVERRIDE] }) as ComposeFile;
