import { Type } from 'typebox';
import { collection, defineOperation } from '#protocol/rest/define-operation.ts';
import { defineResource } from '#protocol/rest/define-resource.ts';
import { AvailabilityState, optional, read, readSometimes, required, Uuid } from '#protocol/rest/field.ts';
import { ownership } from '#protocol/rest/filters.ts';

const ServiceName = Type.Union([Type.Literal('service_video_chat'), Type.Literal('service_group_chat')]);

const inForce = (description: string) =>
  readSometimes(Type.Boolean(), { description: `${description}; where services in force are asked for` });

/**
 * `/services` lists the services of the installation, `/services/current` those in force for someone: there `state` is
 * ENABLED only if the customer's feature is too, and the options are shown.
 */
export const services = defineResource({
  name: 'Service',
  path: 'services',
  description: '1-to-1 chat or group chat',
  fields: {
    id: read(Uuid),
    name: required('create', ServiceName, { iri: 'https://schema.org/name' }),
    state: optional('edit', AvailabilityState, { description: 'ENABLED by default' }),
    feature_opt_chat_recording: inForce('Recording calls'),
    feature_opt_chat_share_camera: inForce('Sharing a further camera'),
    feature_opt_chat_share_screen: inForce('Sharing the screen'),
    feature_opt_chat_share_playback: inForce('Playing a file into the call'),
  },
  operations: ['list', 'create', 'read', 'replace', 'merge', 'delete'],
  filters: ownership,
  order: ['name'],
});

export const serviceOperations = {
  'services.current': defineOperation({
    method: 'GET',
    path: 'services/current',
    summary: 'The services in force for the asker, or for the customer or owner that is named',
    reply: collection('Service'),
    query: ownership,
  }),
} as const;
