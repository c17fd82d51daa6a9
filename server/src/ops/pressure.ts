import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#protocol/app-error.ts';
import { network } from '#server/auth/network.ts';
import type { RequestRate } from '#server/limits/request-rate.ts';

/** An event loop that is so late serves no one well: better to answer some than to be late for all. */
const MAX_EVENT_LOOP_DELAY_MS = 3_000;
/** Starting compiles a lot at once: what was late then says nothing about now. */
const SETTLING_MS = 3_000;
const RETRY_AFTER_MS = 5_000;
/** Probes tell how it is, however it is. */
const ALWAYS_ANSWERED = new Set(['/healthz', '/readyz', '/metrics']);

/** Too much at once, from all together (503) or from one address (429): refused early, with a time to come back. */
export async function registerPressureLimits(
  fastify: FastifyInstance,
  requestRate: Pick<RequestRate, 'request'>,
): Promise<void> {
  let settledAt = Number.POSITIVE_INFINITY;
  fastify.addHook('onListen', async () => {
    settledAt = Date.now() + SETTLING_MS;
  });
  await fastify.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
    pressureHandler(request) {
      if (Date.now() < settledAt || ALWAYS_ANSWERED.has(request.url)) return;
      throw new AppError('service-unavailable', { retryAfterMs: RETRY_AFTER_MS });
    },
  });
  fastify.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/api/')) return;
    const overRate = requestRate.request(network(request.ip));
    if (overRate) throw overRate;
  });
}
