import { Type } from 'typebox';
import { defineOperation, item } from '#protocol/rest/define-operation.ts';
import { defineResource } from '#protocol/rest/define-resource.ts';
import { Nullable, optional, Reference, read, Uuid } from '#protocol/rest/field.ts';

const literals = <const Values extends readonly (string | number)[]>(values: Values) =>
  Type.Unsafe<Values[number]>(Type.Union(values.map((value) => Type.Literal(value))));

const videoBandwidths = [150, 200, 300, 500, 800, 1000] as const;
const audioBandwidths = [8, 16, 32, 64, 128] as const;
const videoCodecs = ['H264', 'VP8', 'VP9'] as const;
const audioCodecs = ['opus', 'ISAC', 'G722', 'PCMU', 'PCMA'] as const;

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
    video_chat_video_bandwidth: optional('edit', literals(videoBandwidths), {
      description: 'kbps; 200 by default',
    }),
    video_chat_video_codec: optional('edit', literals(videoCodecs), { description: 'VP8 by default' }),
    video_chat_audio_bandwidth: optional('edit', literals(audioBandwidths), {
      description: 'kbps; 16 by default',
    }),
    video_chat_audio_codec: optional('edit', Nullable(literals(audioCodecs)), {
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
