import { queryOptions } from '@tanstack/react-query';
import type { Item } from '#client/api/api-types.ts';
import { currentServicesQuery } from './current-services.ts';

/** What the asker's customer offers of one service (specification F2). */
export interface Allowed {
  readonly enabled: boolean;
  readonly recording: boolean;
  readonly shareCamera: boolean;
  readonly shareScreen: boolean;
  readonly sharePlayback: boolean;
}

export type ServiceName = Item<'services'>['name'];

/** Also what is taken for true while the answer is on its way: nothing is offered that has to be taken back. */
export const nothingAllowed: Allowed = {
  enabled: false,
  recording: false,
  shareCamera: false,
  shareScreen: false,
  sharePlayback: false,
};

function allowedBy(services: readonly Item<'services'>[], name: ServiceName): Allowed {
  const service = services.find((each) => each.name === name);
  if (service?.state !== 'ENABLED') return nothingAllowed;
  return {
    enabled: true,
    recording: service.feature_opt_chat_recording ?? false,
    shareCamera: service.feature_opt_chat_share_camera ?? false,
    shareScreen: service.feature_opt_chat_share_screen ?? false,
    sharePlayback: service.feature_opt_chat_share_playback ?? false,
  };
}

/** Kept current by `resource.changed` of the services, also in a call. */
export const allowedQuery = (name: ServiceName) =>
  queryOptions({ ...currentServicesQuery(), select: (services) => allowedBy(services, name) });
