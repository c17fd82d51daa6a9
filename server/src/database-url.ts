import { meantName } from '#platform/unknown-variable.ts';

/** Of pg-connection-string. Spelled otherwise it is dropped without a word, and the connection is not encrypted. */
const TLS_OPTIONS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'ssl'];
const TLS_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/** Why the options of `DATABASE_URL` that concern TLS are wrong, as a sentence without a secret; undefined where they are right. */
export function databaseOptionProblem(databaseUrl: string): string | undefined {
  const given = new Set<string>();
  for (const [option, value] of new URL(databaseUrl).searchParams) {
    // The last one would count: `sslmode=require&sslmode=disable` is not encrypted.
    if (given.has(option)) return `DATABASE_URL must have its option ${option} once`;
    given.add(option);
    if (option === 'sslmode' && !TLS_MODES.includes(value))
      return `DATABASE_URL must have one of these as its option sslmode: ${TLS_MODES.join(', ')}`;
    if (TLS_OPTIONS.includes(option)) continue;
    const meant = meantName(option.toLowerCase().replaceAll(/[_-]/g, ''), TLS_OPTIONS);
    if (meant) return `DATABASE_URL has the unknown option ${option}; is ${meant} meant?`;
  }
  return undefined;
}
