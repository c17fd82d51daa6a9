import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#protocol/app-error.ts';
import { API_PREFIX } from '#protocol/rest/field.ts';
import { JSON_LD, JSON_PLAIN } from '#protocol/rest/hydra.ts';
import type { Installation } from '#protocol/rest/resources/auth.ts';
import type { Endpoint } from '#server/rest/endpoint.ts';
import { contextDocument, entrypointDocument } from './contexts.ts';
import { hydraDocumentation } from './hydra-documentation.ts';
import { openApiDocument } from './openapi.ts';
import { signInPlugin } from './sign-in-plugin.ts';

/** What the documents say of the server; the address is looked at when they are asked for. */
export interface DocsSettings {
  readonly publicUrl: string;
  readonly installation: Pick<Installation, 'version'>;
}

/** What describes the API: everything here is public, and says nothing that the definitions do not. */
export function registerDocs(
  api: FastifyInstance,
  endpoints: readonly Endpoint[],
  settings: DocsSettings,
): void {
  const document = (path: string, media: string, make: (origin: string) => object): void => {
    api.get(path, async (_request, reply) =>
      reply.type(`${media}; charset=utf-8`).send(JSON.stringify(make(settings.publicUrl))),
    );
  };
  document('/', JSON_LD, entrypointDocument);
  document('/docs.jsonld', JSON_LD, hydraDocumentation);
  document('/docs.json', JSON_PLAIN, (origin) =>
    openApiDocument(endpoints, settings.installation.version, origin),
  );
  api.get<{ Params: { name: string } }>('/contexts/:name', async (request, reply) => {
    const found = contextDocument(request.params.name, settings.publicUrl);
    if (!found) throw new AppError('not-found');
    return await reply.type(`${JSON_LD}; charset=utf-8`).send(JSON.stringify(found));
  });
}

/** `/api/v1/docs`: a page to try the API on. */
export async function registerDocsPage(
  fastify: FastifyInstance,
  endpoints: readonly Endpoint[],
  { installation }: DocsSettings,
): Promise<void> {
  await fastify.register((page, _options, done) => {
    const specification = {
      document: openApiDocument(endpoints, installation.version, ''),
    } as StaticDocumentSpec;
    void page.register(swagger, { mode: 'static', specification });
    void page.register(swaggerUi, {
      routePrefix: `${API_PREFIX}/docs`,
      // Its bar shows another project's mark and a field for other servers' documents, its link an address of its own.
      theme: {
        title: 'Hibiki API',
        css: [
          {
            filename: 'theme.css',
            content: '.swagger-ui .topbar, .swagger-ui .info .link { display: none }',
          },
        ],
      },
      uiConfig: { docExpansion: 'none', filter: true, tryItOutEnabled: true, plugins: [signInPlugin] },
    });
    done();
  });
}
