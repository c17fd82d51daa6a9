import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ServiceName } from '#client/api/queries/manage/service-types.ts';

/** What the services are called. */
export const serviceTexts: Readonly<Record<ServiceName, MessageDescriptor>> = {
  service_video_chat: msg`1-to-1 chat`,
  service_group_chat: msg`Group chat`,
};
