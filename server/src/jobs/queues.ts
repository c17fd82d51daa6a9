import type { JobName } from './add-job.ts';

/** Jobs of one queue share its slots, and never wait for those of another. */
export interface Queue {
  /** Jobs that one server runs at the same time. */
  readonly atOnce: number;
  /**
   * Of those, jobs that share a `share` (add-job.ts): when so many run, no more of them begin. Several that become due in the
   * same moment may exceed it once.
   */
  readonly perShare?: number;
}

export const queues = {
  events: { atOnce: 1 },
  mail: { atOnce: 6, perShare: 2 },
  /** The shares of customers are counted in the database (webhooks/delivery-queue.ts). */
  webhooks: { atOnce: 12 },
  'slow-webhooks': { atOnce: 6 },
  tasks: { atOnce: 4, perShare: 2 },
  statistics: { atOnce: 1 },
  upkeep: { atOnce: 4, perShare: 2 },
} as const satisfies Readonly<Record<string, Queue>>;
export type QueueName = keyof typeof queues;

export const queueOf: Readonly<Record<JobName, QueueName>> = {
  'tell-events': 'events',
  'send-mail': 'mail',
  'send-reset-link': 'mail',
  'send-verification-link': 'mail',
  'deliver-webhooks': 'webhooks',
  'deliver-webhook': 'webhooks',
  'deliver-to-slow-webhooks': 'slow-webhooks',
  'work-on-task': 'tasks',
  'rebuild-statistics': 'statistics',
  'bring-invitations-forward': 'upkeep',
  'rescue-mails': 'upkeep',
  'rescue-webhook-deliveries': 'upkeep',
  'rescue-tasks': 'upkeep',
  'end-lost-group-calls': 'upkeep',
  'forget-person': 'upkeep',
  'make-film': 'upkeep',
  'compose-film': 'upkeep',
  'remove-film-file': 'upkeep',
  'reconcile-recordings': 'upkeep',
  'remove-recording-files': 'upkeep',
  'remove-expired-tokens': 'upkeep',
  'remove-old-mails': 'upkeep',
  'remove-old-logs': 'upkeep',
  'remove-old-notifications': 'upkeep',
  'remove-old-recordings': 'upkeep',
  'remove-old-tasks': 'upkeep',
  'remove-old-webhook-deliveries': 'upkeep',
};
