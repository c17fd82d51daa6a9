import { readFileSync } from 'node:fs';
import { unknownVariable } from './unknown-variable.ts';

/**
 * Environment variables → one frozen object. Each variable is defined once, with its default and its meaning: the same
 * definition reads it, names it in an error, and prints its row of docs/configuration.md (scripts/config-table.ts).
 */

export interface Variable<Value> {
  readonly name: string;
  /** A sentence or two for docs/configuration.md, whose folder relative links start from. */
  readonly meaning: string;
  /** As the table shows it. */
  readonly defaultText: string;
  /** What it may be, as the table shows it; undefined where the meaning says it. */
  readonly rangeText?: string;
  /** The value where the variable is not set or empty; undefined: it must be set. */
  readonly fallback: { readonly value: Value } | undefined;
  /** Throws an Error whose message ends the sentence 'NAME must be …'. */
  readonly parse: (text: string) => Value;
}

type Definition = Readonly<Record<string, Variable<unknown>>>;
type ValuesOf<Variables extends Definition> = {
  readonly [Key in keyof Variables]: Variables[Key] extends Variable<infer Value> ? Value : never;
};

export interface Environment<Variables extends Definition> {
  readonly variables: Variables;
  /** Names that are another process's and therefore neither read here nor unknown. */
  readonly alsoKnown: readonly string[];
}

interface Common<Value> {
  readonly meaning: string;
  /** Not given: the variable must be set. */
  readonly default?: Value;
  /** Where the default is not a plain value, what the table says of it. */
  readonly defaultText?: string;
}

const define = <Value>(
  name: string,
  options: Common<Value>,
  parse: (text: string) => Value,
): Variable<Value> => ({
  name,
  meaning: options.meaning,
  defaultText: options.defaultText ?? describeDefault(options.default),
  fallback: options.default === undefined ? undefined : { value: options.default },
  parse,
});

function describeDefault(value: unknown): string {
  if (value === undefined) return 'must be set';
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'none';
  return `\`${String(value)}\``;
}

interface TextOptions {
  readonly minLength?: number;
  readonly pattern?: { readonly test: RegExp; readonly says: string };
}

function parseText({ minLength = 1, pattern }: TextOptions): (text: string) => string {
  return (text) => {
    if (text.length < minLength) throw new Error(`at least ${minLength} characters long`);
    if (pattern && !pattern.test.test(text)) throw new Error(pattern.says);
    return text;
  };
}

export const text = (name: string, options: Common<string> & TextOptions): Variable<string> =>
  define(name, options, parseText(options));

export const optionalText = (
  name: string,
  options: Omit<Common<string | null>, 'default'> & TextOptions,
): Variable<string | null> => define<string | null>(name, { ...options, default: null }, parseText(options));

interface FileOptions {
  /** Checks its text; throws as `Variable.parse` does. */
  readonly check: (content: string) => void;
}

/** The path of a file that is there, can be read, and holds what it should. */
export const optionalFile = (
  name: string,
  options: Omit<Common<string | null>, 'default'> & FileOptions,
): Variable<string | null> =>
  define<string | null>(name, { ...options, default: null }, (path) => {
    options.check(readTextFile(path));
    return path;
  });

/** Throws an Error whose message ends the sentence 'NAME must be …'. The path is not named: it may be a secret in the wrong variable. */
export function readTextFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new Error(`a file that can be read (${code})`);
  }
}

/** Of a secret; more of the same few characters are typed, not generated. */
const MIN_DISTINCT_CHARACTERS = 8;
/** As examples have it, in this project and elsewhere. */
const PLACEHOLDER = /^(change|replace)[-_ ]?(me|this|it)|^your[-_ ]|^(placeholder|example)/i;

function refusePlaceholder(value: string): void {
  if (PLACEHOLDER.test(value))
    throw new Error('a secret of your own, not a placeholder (`npm run env` makes one)');
}

/** A secret that another program shares. A placeholder that was left standing is refused. */
export const optionalSecret = (
  name: string,
  options: Omit<Common<string | null>, 'default'> & TextOptions & { readonly minLength: number },
): Variable<string | null> =>
  define<string | null>(name, { ...options, default: null }, (value) => {
    refusePlaceholder(value);
    const secret = parseText(options)(value);
    if (new Set(secret).size >= MIN_DISTINCT_CHARACTERS) return secret;
    throw new Error('a random value (`npm run env` makes one)');
  });

interface NumberBounds {
  readonly minimum: number;
  readonly maximum: number;
}

function parseInteger({ minimum, maximum }: NumberBounds): (text: string) => number {
  return (text) => {
    const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= minimum && value <= maximum)) {
      throw new Error(`a whole number from ${minimum} to ${maximum}`);
    }
    return value;
  };
}

export const integer = (name: string, options: Common<number> & NumberBounds): Variable<number> => ({
  ...define(name, options, parseInteger(options)),
  rangeText: `${options.minimum}–${options.maximum}`,
});

export const optionalInteger = (
  name: string,
  options: Omit<Common<number | null>, 'default'> & NumberBounds,
): Variable<number | null> =>
  define<number | null>(name, { ...options, default: null }, parseInteger(options));

export const flag = (name: string, options: Common<boolean>): Variable<boolean> =>
  define(name, options, (value) => {
    if (value === 'true' || value === '1') return true;
    if (value === 'false' || value === '0') return false;
    throw new Error('`true` or `false`');
  });

export const oneOf = <const Choice extends string>(
  name: string,
  options: Common<NoInfer<Choice>> & { readonly choices: readonly Choice[] },
): Variable<Choice> =>
  define<Choice>(name, options, (value) => {
    const choice = options.choices.find((candidate) => candidate === value);
    if (choice === undefined) throw new Error(`one of ${options.choices.join(', ')}`);
    return choice;
  });

interface UrlOptions {
  /** Without the colon. */
  readonly protocols: readonly string[];
  /** Several are given separated by commas; one alone by default. */
  readonly several?: boolean;
  /** It may have no host; false by default. */
  readonly hostless?: boolean;
  /** It may have a fragment, as the address of a page; false by default. */
  readonly fragment?: boolean;
  /** It has no path and no options; it may have by default. */
  readonly bare?: boolean;
}

const NOT_A_URL =
  'a valid URL: its port is 65535 at most, and special characters of a password are percent-encoded (RFC 3986)';

function parseUrl(options: UrlOptions): (text: string) => string {
  const { protocols, several = false, hostless = false, fragment = false, bare = false } = options;
  const beginnings = protocols.map((name) => (name === 'mailto' ? 'mailto:' : `${name}://`));
  return (value) => {
    const urls = several ? value.split(',').map((one) => one.trim()) : [value];
    for (const one of urls) {
      if (!beginnings.some((beginning) => one.toLowerCase().startsWith(beginning))) {
        const meant = beginnings.join(' or ');
        throw new Error(
          several ? `URLs that begin with ${meant}, separated by commas` : `a URL that begins with ${meant}`,
        );
      }
      if (/^[^/?#]*\/\/[^/?#]*@(?:[/?]|$)/.test(one))
        throw new Error('a URL with a host after its @, such as localhost');
      if (!isValidUrl(one)) throw new Error(NOT_A_URL);
      const { hostname, port, pathname, search, password } = new URL(one);
      if (hostname === '' && !hostless) throw new Error('a URL with a host');
      if (port === '0') throw new Error('a URL whose port is 1 at least');
      if (bare && (search !== '' || !['', '/'].includes(pathname)))
        throw new Error('a URL without a path and options');
      if (one.includes('#') && !fragment) throw new Error('a URL without a fragment (`#`)');
      refusePlaceholder(password);
    }
    return urls.join(',');
  };
}

/** Also to what decodes its parts. */
function isValidUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, pathname } = new URL(text);
  try {
    for (const part of [username, password, pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

export const url = (name: string, options: Common<string> & UrlOptions): Variable<string> =>
  define(name, options, parseUrl(options));

export const optionalUrl = (
  name: string,
  options: Omit<Common<string | null>, 'default'> & UrlOptions,
): Variable<string | null> => define<string | null>(name, { ...options, default: null }, parseUrl(options));

/** Comma-separated; `parseItem` throws as `Variable.parse` does. */
export const list = (
  name: string,
  options: Omit<Common<readonly string[]>, 'default'> & {
    /** Empty by default. */
    readonly default?: readonly string[];
    readonly parseItem?: (text: string) => string;
  },
): Variable<readonly string[]> =>
  define<readonly string[]>(name, { ...options, default: Object.freeze(options.default ?? []) }, (value) =>
    Object.freeze(
      value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '')
        .map((item) => options.parseItem?.(item) ?? item),
    ),
  );

export const defineEnvironment = <const Variables extends Definition>(
  variables: Variables,
  options: { readonly alsoKnown?: readonly string[] } = {},
): Environment<Variables> => ({ variables, alsoKnown: options.alsoKnown ?? [] });

/** Everything that is wrong with the environment, one line each; thrown by `readEnvironment`. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Without the marks of Markdown, and of a link only its words. */
const plainText = (markdown: string): string =>
  markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');

type Source = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks all variables at once. Throws one `EnvironmentError` that names each that is missing, malformed or
 * unknown. A value is never repeated in the message: it may be a secret.
 */
export function readEnvironment<Variables extends Definition>(
  environment: Environment<Variables>,
  source: Source,
): ValuesOf<Variables> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, variable] of Object.entries(environment.variables)) {
    const written = source[variable.name];
    if (written === undefined || written === '') {
      if (variable.fallback) values[key] = variable.fallback.value;
      else problems.push(`${variable.name} must be set: ${plainText(variable.meaning)}`);
      continue;
    }
    try {
      values[key] = variable.parse(written);
    } catch (error) {
      problems.push(`${variable.name} must be ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const known = [
    ...Object.values(environment.variables).map((variable) => variable.name),
    ...environment.alsoKnown,
  ];
  for (const [name, value] of Object.entries(source)) {
    const problem = value === undefined ? undefined : unknownVariable(name, value, known);
    if (problem) problems.push(problem);
  }
  if (problems.length > 0) throw new EnvironmentError(problems);
  // Every key was given a value above, or a problem was thrown.
  return Object.freeze(values) as ValuesOf<Variables>;
}
