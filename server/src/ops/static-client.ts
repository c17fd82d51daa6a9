import { access } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#protocol/app-error.ts';

/** Vite puts what has its hash in the name here. */
const HASHED = /\/assets\/[^/]+$/;

/**
 * The built client on all paths that are nothing else's: the router in the browser knows them (history mode). Hashed
 * files are kept for ever, pages are asked for anew each time; `.br` and `.gz` beside a file go out in its place.
 */
export async function registerStaticClient(
  fastify: FastifyInstance,
  { clientFolder }: { readonly clientFolder: string },
): Promise<void> {
  await fastify.register(staticFiles, {
    root: clientFolder,
    preCompressed: true,
    cacheControl: false,
    index: ['index.html'],
    setHeaders(reply, path) {
      const hashed = HASHED.test(path.slice(clientFolder.length));
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  fastify.setNotFoundHandler(async (request, reply) => {
    const page = (request.method === 'GET' || request.method === 'HEAD') && wantsHtml(request.headers.accept);
    // A missing script must not be answered with a page, nor a mistyped API path.
    if (!page || /^\/(api|dev|assets)\//.test(request.url)) throw new AppError('not-found');
    if (!(await isThere(join(clientFolder, 'index.html')))) {
      reply.code(503).type('text/plain; charset=utf-8');
      return 'The client has not been built yet: run `npm run build`.\n';
    }
    return reply.sendFile('index.html');
  });
}

const wantsHtml = (accept: string | undefined): boolean =>
  accept === undefined || /text\/html|\*\/\*/.test(accept);

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
