import type { onRequestAsyncHookHandler } from 'fastify';
import { AppError } from '#protocol/app-error.ts';
import type { OperationName } from '#protocol/rest/api.ts';
import type { DatabaseDisk } from '#server/db/database-disk.ts';
import type { Endpoint } from './endpoint.ts';
import { sendError } from './send-error.ts';

const WRITING: ReadonlySet<Endpoint['method']> = new Set(['POST', 'PUT', 'PATCH']);

/** They write little or nothing, and reading, staying signed in and calls in progress need them. */
const NEEDED: ReadonlySet<OperationName> = new Set([
  'auth.refresh',
  'connections.report',
  'exports.create',
  'guestLinks.check',
  'pairs.checkApproval',
  'recordings.access',
  'recordings.openShared',
  'selfTest.open',
]);

/** Answers 507 to an operation that writes while the disk of the database is full. Deleting is always possible. */
export function refuseWhenFull(
  disk: Pick<DatabaseDisk, 'state'>,
  { method, name }: Endpoint,
): onRequestAsyncHookHandler {
  const isRefused = WRITING.has(method) && !NEEDED.has(name);
  return async (_request, reply) => {
    // Sent instead of thrown: a line in the log for each would fill the same disk.
    if (isRefused && disk.state === 'full') return sendError(reply, new AppError('storage-full'));
  };
}
