import { Type } from 'typebox';
import { defineResource } from '#protocol/rest/define-resource.ts';
import { optional, Reference, read, required, Uuid } from '#protocol/rest/field.ts';
import { customerFilter } from '#protocol/rest/filters.ts';

const FeatureName = Type.Union([
  Type.Literal('feature_service_video_chat'),
  Type.Literal('feature_service_group_chat'),
]);

const flag = (description: string) =>
  optional('edit', Type.Boolean(), { description: `${description}; false by default` });

export const features = defineResource({
  name: 'Feature',
  path: 'features',
  description: 'What a customer may use of one service',
  fields: {
    id: read(Uuid),
    customer: required('create', Reference('customers')),
    name: required('create', FeatureName, { iri: 'https://schema.org/name' }),
    enabled: flag('Whether the service can be used at all'),
    feature_opt_chat_recording: flag('Recording calls'),
    feature_opt_chat_share_camera: flag('Sharing a further camera'),
    feature_opt_chat_share_screen: flag('Sharing the screen'),
    feature_opt_chat_share_playback: flag('Playing a file into the call'),
  },
  operations: ['list', 'create', 'read', 'replace', 'merge', 'delete'],
  filters: { customer: customerFilter },
  order: ['name'],
});
