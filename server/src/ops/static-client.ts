import { access } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#protocol/app-error.ts';
import { acceptedLanguage } from '#server/accepted-language.ts';
import { CannotStart } from '#server/cannot-start.ts';
import type { Config } from '#server/config.ts';

/** Vite puts what has its hash in the name here. */
const HASHED = /\/assets\/[^/]+$/;

/** No one navigates to a file: one that is not there is missing. */
const NAMES_FILE = /\.[a-z0-9]+$/i;
/** The same page with head and `lang` in each language (client/pages.ts); without one, the first is sent. */
const PAGES = { en: 'index.html', ja: 'index.ja.html' } as const;

/** @throws CannotStart where `CLIENT_DIR` names a folder without the client */
export async function checkClientFolder({
  clientFolder,
  isClientFolderSet,
}: Pick<Config, 'clientFolder' | 'isClientFolderSet'>): Promise<void> {
  if (!isClientFolderSet || (await isThere(join(clientFolder, PAGES.en)))) return;
  throw new CannotStart(`CLIENT_DIR: there is no ${PAGES.en} in ${clientFolder}`);
}

/**
 * The built client on all paths that are nothing else's: the router in the browser knows them (history mode). Hashed
 * files are kept for ever, pages are asked for again each time; `.br` and `.gz` beside a file go out in its place.
 */
export async function registerStaticClient(
  fastify: FastifyInstance,
  { clientFolder }: Pick<Config, 'clientFolder'>,
): Promise<void> {
  await fastify.register(staticFiles, {
    root: clientFolder,
    preCompressed: true,
    cacheControl: false,
    // Which page is sent depends on the language.
    index: false,
    setHeaders(reply, path) {
      const hashed = HASHED.test(path.slice(clientFolder.length));
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?', 1);
    const page = (request.method === 'GET' || request.method === 'HEAD') && wantsHtml(request.headers.accept);
    if (!page || /^\/(api|dev|assets)\//.test(path) || NAMES_FILE.test(path)) throw new AppError('not-found');
    if (!(await isThere(join(clientFolder, PAGES.en)))) {
      reply.code(503).type('text/plain; charset=utf-8');
      return 'The client has not been built yet: run `npm run build`.\n';
    }
    const wanted = PAGES[acceptedLanguage(request.headers['accept-language'])];
    reply.header('vary', 'accept-encoding, accept-language');
    return reply.sendFile((await isThere(join(clientFolder, wanted))) ? wanted : PAGES.en);
  };
  // The folder itself is no file: without a page of its own it would be refused.
  fastify.get('/', { exposeHeadRoute: true }, sendPage);
  fastify.setNotFoundHandler(sendPage);
}

const wantsHtml = (accept: string | undefined): boolean =>
  accept === undefined || /text\/html|\*\/\*/.test(accept);

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
