import { Counter, type Registry } from '@prometheus-io/client';
import type { AppError } from '#protocol/app-error.ts';
import { limitTable } from '#server/limits/limit-table.ts';

const TOO_MANY_REQUESTS = 429;
/** Refusals by limits that are not in the table: a media node has as many self-tests open as it takes. */
const OTHER = 'other';

export interface RefusalMetrics {
  /** Counts an error that a client is answered, if a limit is the reason. */
  refused(error: AppError): void;
  register(registry: Registry): void;
}

/** What this server refused with 429, over the API and sockets, by the names of limit-table.ts. */
export function createRefusalMetrics(): RefusalMetrics {
  const refusals = new Counter({
    name: 'hibiki_refused_total',
    help: 'Requests and frames refused because a limit was reached, by its name in docs/operations.md',
    labelNames: ['limit'],
    registers: [],
  });
  // A rate needs a beginning: the first refusal is to be seen.
  for (const limit of [...Object.keys(limitTable), OTHER]) refusals.inc({ limit }, 0);
  return {
    refused(error) {
      if (error.status === TOO_MANY_REQUESTS) refusals.inc({ limit: limitOf(error) });
    },
    register(registry) {
      registry.registerMetric(refusals);
    },
  };
}

/** What a media node of another version names may not be in the table. */
function limitOf({ code, limit }: AppError): string {
  if (limit !== undefined && Object.hasOwn(limitTable, limit)) return limit;
  return code === 'too-many-mails' ? 'mails' : OTHER;
}
