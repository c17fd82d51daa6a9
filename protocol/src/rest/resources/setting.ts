import { Type } from 'typebox';
import {
  AUDIO_BANDWIDTHS,
  AUDIO_CODECS,
  DEFAULT_CALL_SETTINGS,
  VIDEO_BANDWIDTHS,
  VIDEO_CODECS,
} from '#protocol/call-settings.ts';
import { defineOperation, item } from '#protocol/rest/define-operation.ts';
import { defineResource } from '#protocol/rest/define-resource.ts';
import { Nullable, optional, Reference, read, Uuid } from '#protocol/rest/field.ts';

const literals = <const Values extends readonly (string | number)[]>(values: Values) =>
  Type.Unsafe<Values[number]>(Type.Union(values.map((value) => Type.Literal(value))));

const processing = (what: string) =>
  optional('edit', Nullable(Type.Boolean()), {
    description: `${what}: true enabled, false disabled, null left to the browser (the default)`,
  });

export const settings = defineResource({
  name: 'Setting',
  path: 'settings',
  description: "How a user's calls send and take up picture and sound",
  fields: {
    id: read(Uuid),
    user: read(Reference('users')),
    name: read(Type.String(), { iri: 'https://schema.org/name' }),
    video_chat_video_bandwidth: optional('edit', literals(VIDEO_BANDWIDTHS), {
      description: `kbps; ${DEFAULT_CALL_SETTINGS.videoBandwidth} by default`,
    }),
    video_chat_video_codec: optional('edit', literals(VIDEO_CODECS), {
      description: `${DEFAULT_CALL_SETTINGS.videoCodec} by default`,
    }),
    video_chat_audio_bandwidth: optional('edit', literals(AUDIO_BANDWIDTHS), {
      description: `kbps; ${DEFAULT_CALL_SETTINGS.audioBandwidth} by default`,
    }),
    video_chat_audio_codec: optional('edit', Nullable(literals(AUDIO_CODECS)), {
      description: 'null: left to the browser (the default)',
    }),
    video_chat_agc: processing('Automatic gain control'),
    video_chat_echo_cancellation: processing('Echo cancellation'),
    video_chat_noise_suppression: processing('Noise suppression'),
  },
  operations: ['read', 'replace', 'merge'],
  order: ['name'],
});

export const settingOperations = {
  'settings.current': defineOperation({
    method: 'GET',
    path: 'settings/current',
    summary: 'The settings of the user who asks',
    reply: item('Setting'),
  }),
} as const;
