import type { Logger } from '#platform/log.ts';
import type { Accounts } from './auth/accounts.ts';
import type { Config } from './config.ts';
import type { Db } from './db/database.ts';
import type { DomainEvents } from './domain-events.ts';
import { forgetPerson } from './forget-person.ts';
import type { LiveGroupCalls } from './group-call/live-group-calls.ts';
import type { JobName } from './jobs/add-job.ts';
import {
  removeExpiredTokens,
  removeOldLogs,
  removeOldMails,
  removeOldNotifications,
  removeOldTasks,
  removeOldWebhookDeliveries,
} from './jobs/housekeeping.ts';
import type { JobTable } from './jobs/jobs.ts';
import { bringInvitationsForward } from './mail/bring-forward.ts';
import { removeMailTexts } from './mail/mail-text.ts';
import { rescueMails, sendMail } from './mail/send-mail.ts';
import type { MailTransport } from './mail/transport.ts';
import { removeExpiredSubscriptions } from './push/subscriptions.ts';
import type { Films } from './recording/films/films.ts';
import { makeOwnFilm } from './recording/films/own-film.ts';
import { removeDeletedRecordings, removeOldRecordings } from './recording/housekeeping.ts';
import type { Recordings } from './recording/server-recordings.ts';
import { rescueTasks } from './rest/tasks/rescue-tasks.ts';
import type { TaskRunner } from './rest/tasks/task-runner.ts';
import type { Sfu } from './sfu/sfu.ts';
import { rebuildQueuedStatistics } from './stats/rebuilds.ts';
import { deliverWebhook, deliverWebhooks } from './webhooks/deliver.ts';
import { rescueDeliveries } from './webhooks/delivery-queue.ts';

/** What each job of the queue does. */
export function createJobTable(deps: {
  readonly db: Db;
  /** Over which an answer may take any time. */
  readonly statisticsDb: Db;
  readonly events: DomainEvents;
  readonly transport: MailTransport;
  readonly log: Logger;
  readonly accounts: Accounts;
  readonly liveGroupCalls: LiveGroupCalls;
  readonly recordings: Recordings;
  readonly films: Films;
  readonly sfu: Sfu;
  readonly tasks: TaskRunner;
  readonly config: Config;
}): JobTable<JobName> {
  const { db, statisticsDb, events, transport, log, accounts, liveGroupCalls } = deps;
  const { recordings, films, sfu, tasks, config } = deps;
  const delivering = { db, events, log, post: { privateAllowed: config.webhookPrivateAddresses } };
  return {
    'tell-events': async ({ events: said }) => {
      for (const event of said) events.publish(event);
    },
    'send-mail': (payload, attempt) => sendMail({ db, events, transport, log }, payload, attempt),
    'send-reset-link': accounts.sendResetLink,
    'send-verification-link': accounts.sendVerificationLink,
    'bring-invitations-forward': ({ customerId }) => bringInvitationsForward(db, customerId, config),
    'rescue-mails': () => rescueMails(db),
    'remove-expired-tokens': async () => {
      await removeExpiredTokens(db);
      await removeExpiredSubscriptions(db);
    },
    'remove-old-mails': async () => {
      await removeOldMails(db, config.mailKeepDays);
      // Without a mail server the rows are all there is of the mails.
      if (config.smtpUrl !== null) await removeMailTexts(db);
    },
    'remove-old-logs': () => removeOldLogs(db, config.logKeepDays),
    'rebuild-statistics': async () => {
      await rebuildQueuedStatistics(statisticsDb, log);
    },
    'end-lost-group-calls': () => liveGroupCalls.endLost(),
    'deliver-webhooks': (payload) => deliverWebhooks(delivering, payload, false),
    'deliver-to-slow-webhooks': (payload) => deliverWebhooks(delivering, payload, true),
    'deliver-webhook': (payload) => deliverWebhook(delivering, payload),
    'rescue-webhook-deliveries': () => rescueDeliveries(db),
    'remove-old-webhook-deliveries': () => removeOldWebhookDeliveries(db, config.webhookKeepDays),
    'work-on-task': ({ taskId }) => tasks.work(taskId),
    'rescue-tasks': () => rescueTasks(db),
    'remove-old-tasks': () => removeOldTasks(db, config.taskKeepDays),
    'remove-old-notifications': () => removeOldNotifications(db, config.notificationKeepDays),
    'forget-person': (person) => forgetPerson(db, person),
    'make-film': ({ recordingId }) => makeOwnFilm(db, recordingId, log),
    'compose-film': ({ filmId, tries }) => films.compose(filmId, tries),
    'remove-film-file': ({ filmId, recordingId }) => films.removeFile(recordingId, filmId),
    'reconcile-recordings': async () => {
      await recordings.reconcile();
      await films.reconcile();
    },
    'remove-recording-files': ({ recordingId }) => recordings.files.remove(recordingId),
    'remove-old-recordings': async () => {
      await removeOldRecordings(db, config.recordingKeepDays);
      await removeDeletedRecordings(db, sfu, recordings.files, log);
    },
  };
}
