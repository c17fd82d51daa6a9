import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { AppError } from '#protocol/app-error.ts';
import type { Id } from '#protocol/ids.ts';
import type { Db } from '#server/db/database.ts';
import { isFromThisMachine } from '#server/ops/local-only.ts';
import { listPage, mailPage } from './mailbox-page.ts';

const MAX_MAILS = 200;

/**
 * `/dev/mailbox`: what would have been sent, where `DEV_MAILBOX` says so. For everyone but this machine these addresses do
 * not exist.
 */
export async function registerMailbox(
  fastify: FastifyInstance,
  options: { readonly db: Db; readonly publicUrl: string },
): Promise<void> {
  await fastify.register(mailboxRoutes(options));
}

const mailboxRoutes =
  ({ db, publicUrl }: { readonly db: Db; readonly publicUrl: string }): FastifyPluginAsync =>
  async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (!isFromThisMachine(request, publicUrl)) throw new AppError('not-found');
      reply.header('cache-control', 'no-store');
      // The mail is shown in a frame of its own, without scripts.
      reply.header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'self'; form-action 'self'",
      );
      reply.header('x-frame-options', 'SAMEORIGIN');
    });

    scope.get<{ Querystring: { to?: string } }>('/dev/mailbox', async ({ query }, reply) => {
      reply.type('text/html; charset=utf-8');
      return listPage(await findMails(db, query.to), query.to);
    });

    /** For tests: newest first, with the links that stand in each. */
    scope.get<{ Querystring: { to?: string } }>('/dev/mailbox.json', async ({ query }) => {
      const mails = await findMails(db, query.to);
      return mails.map(({ id, recipient, subject, text, created_at }) => ({
        id,
        to: recipient,
        subject,
        text,
        links: linksOf(text),
        queuedAt: created_at.toISOString(),
      }));
    });

    scope.get<{ Params: { id: string } }>('/dev/mailbox/:id', async ({ params }, reply) => {
      reply.type('text/html; charset=utf-8');
      return mailPage(await findMail(db, params.id));
    });

    scope.get<{ Params: { id: string } }>('/dev/mailbox/:id/html', async ({ params }, reply) => {
      const { html } = await findMail(db, params.id);
      reply.type('text/html; charset=utf-8');
      return html;
    });
  };

const linksOf = (text: string): readonly string[] => text.match(/https?:\/\/\S+/g) ?? [];

function findMails(db: Db, to: string | undefined) {
  return db
    .selectFrom('mails')
    .selectAll()
    .$if(to !== undefined && to !== '', (query) =>
      query.where(({ fn }) => fn<string>('lower', ['recipient']), '=', (to ?? '').toLowerCase()),
    )
    .orderBy('id', 'desc')
    .limit(MAX_MAILS)
    .execute();
}

async function findMail(db: Db, id: string) {
  const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
  const mail = isUuid
    ? await db
        .selectFrom('mails')
        .where('id', '=', id as Id<'mail'>)
        .selectAll()
        .executeTakeFirst()
    : undefined;
  if (!mail) throw new AppError('not-found');
  return mail;
}
