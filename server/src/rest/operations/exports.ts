import { createExport } from '#server/rest/exports/create-export.ts';
import { streamExport } from '#server/rest/exports/stream-export.ts';
import { change, type Operation, operation } from '#server/rest/operation.ts';

export const exportOperations: readonly Operation[] = [
  change('exports.create', (context, { body }) => createExport(context, body)),
  (readers) =>
    operation('exports.file', (context, { params, own, method }) =>
      streamExport(context, readers, {
        id: params.id ?? '',
        access: own.access,
        isHead: method === 'HEAD',
      }),
    )(readers),
];
