import { Type } from 'typebox';
import { TransportOptionsSchema } from '#protocol/media.ts';
import { IceConfigurationSchema } from '#protocol/party.ts';
import { defineOperation, json } from '#protocol/rest/define-operation.ts';
import { required } from '#protocol/rest/field.ts';

export const selfTestOperations = {
  /** SPEC.md, T. */
  'selfTest.open': defineOperation({
    method: 'POST',
    path: 'selftest',
    summary: 'What a browser checks its way to the media with: no sign-in, few a minute, short-lived',
    body: {
      algorithm: required('write', Type.Union([Type.Literal('sha-256'), Type.Literal('sha-512')]), {
        description: "Of the fingerprint of the browser's certificate (RFC 8122)",
      }),
      fingerprint: required(
        'write',
        Type.String({ pattern: '^[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){31,63}$', maxLength: 200 }),
      ),
    },
    reply: json(
      Type.Object({
        ice: IceConfigurationSchema,
        media: Type.Union(
          [
            Type.Object({
              udp: TransportOptionsSchema,
              tcp: TransportOptionsSchema,
            }),
            Type.Null(),
          ],
          { description: 'Ends of two connections at a media node; null where no media node is available' },
        ),
      }),
    ),
    status: 200,
  }),
} as const;
