/** Prefixes of this project's variables: an unknown variable with such a prefix is a mistake. */
const FAMILIES = [
  'AUTH_',
  'DATABASE_',
  'MAIL_',
  'MEDIA_',
  'METRICS_',
  'NATS_',
  'PUBLIC_',
  'REST_',
  'SESSION_',
  'SFU_',
  'SMTP_',
  'STUN_',
  'TURN_',
  'WEB_PUSH_',
];

/** Begins like one of ours, but desktops set it. */
const FOREIGN = new Set(['SESSION_MANAGER']);

/** What Kubernetes and Docker links add for a service called, for example, `nats`. */
const SERVICE_LINK = /_SERVICE_(HOST|PORT)(_\w+)?$|_PORT_\d+_(TCP|UDP)(_\w+)?$/;

/** Why the variable is a mistake, as a sentence; undefined where it may be another program's. */
export function unknownVariable(name: string, value: string, known: readonly string[]): string | undefined {
  if (known.includes(name) || FOREIGN.has(name)) return undefined;
  if (SERVICE_LINK.test(name) || /^(tcp|udp):\/\//.test(value)) return undefined;
  const meant = meantName(name, known);
  if (meant) return `${name} is unknown; is ${meant} meant?`;
  return FAMILIES.some((family) => name.startsWith(family)) ? `${name} is unknown` : undefined;
}

/** The known name that a misspelled one is close to; undefined where none is. */
export const meantName = (name: string, known: readonly string[]): string | undefined =>
  known.find((candidate) => editDistance(name, candidate) <= tolerance(candidate));

/** Short names are close to others' (HOST, HOME), so only one letter may differ. */
const tolerance = (name: string): number => (name.length < 8 ? 1 : 2);

/** Levenshtein distance with a swap of neighbours as one step (optimal string alignment). */
function editDistance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 2) return 3;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
