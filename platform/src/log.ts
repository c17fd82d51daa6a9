import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Fields that are never written, wherever one or two levels deep they stand. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'password',
  'plainPassword',
  'password_hash',
  'token',
  'refresh_token',
  'refreshToken',
  'secret',
  'credential',
];

/** Query parameters whose values are neither personal data nor credentials. */
const PLAIN_PARAMETERS = new Set(['page', 'pageSize', 'lastXDays', 'lastXMonths', 'lang']);

/** An address as it may be logged: parameters keep their names, and only harmless ones their values. */
export function redactUrl(url: string): string {
  const [path = '', query] = url.split('?', 2);
  if (query === undefined) return path;
  const parameters = query.split('&').map((parameter) => {
    const name = parameter.split('=', 1)[0] ?? '';
    return PLAIN_PARAMETERS.has(name) ? parameter : `${name}=…`;
  });
  return `${path}?${parameters.join('&')}`;
}

/**
 * The last line of defence, for secrets anywhere in a line, also in messages and stacks: JSON web tokens, the project's
 * own random tokens (43 characters of base64url, auth/opaque-token.ts), PHC strings and mail addresses.
 */
function scrub(line: string): string {
  return line
    .replace(/eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g, '[token]')
    .replace(/(?<![\w-])[\w-]{43}(?![\w-])/g, '[token]')
    .replace(/\$argon2\w+\$[^\s"\\]+/g, '[hash]')
    .replace(/(:\/\/)[^\s"\\/@]*:[^\s"\\/@]*@/g, '$1[credentials]@')
    .replace(/[\w.!#$%&'*+=?^`{|}~-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63})+/g, '[mail]');
}

export interface LogOptions {
  /** Which process writes: `server`, `media-node`. */
  readonly name: string;
  /** `info` by default. */
  readonly level?: LogLevel;
  /** Standard output by default. */
  readonly destination?: DestinationStream;
}

/** One JSON object a line. `info` is for life-cycle changes alone: one line each. */
export function createLog(options: LogOptions): Logger {
  const settings = {
    name: options.name,
    level: options.level ?? 'info',
    timestamp: stdTimeFunctions.isoTime,
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[secret]',
    },
    serializers: {
      // A driver's error carries the values of the row that it refused; only what says where and what is kept.
      err: (error: unknown) => (error instanceof Error ? describeError(error) : error),
      req: (request: { method?: string; url?: string; ip?: string; id?: unknown }) => ({
        id: request.id,
        method: request.method,
        url: redactUrl(request.url ?? ''),
        address: request.ip,
      }),
    },
    hooks: { streamWrite: scrub },
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}

interface DescribedError {
  readonly type: string;
  readonly message: string;
  readonly code?: unknown;
  readonly stack: string | undefined;
  readonly cause?: DescribedError;
}

const MAX_CAUSES = 5;

function describeError(error: Error, depth = 0): DescribedError {
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && { code: error.code }),
    stack: error.stack,
    ...(error.cause instanceof Error &&
      depth < MAX_CAUSES && { cause: describeError(error.cause, depth + 1) }),
  };
}
