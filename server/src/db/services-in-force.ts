import type { CustomerId } from '#protocol/ids.ts';
import type { Db } from './database.ts';
import type { ServiceName } from './settings-tables.ts';

/** What a customer's people may do in calls of one service, all rules applied. */
export interface ServiceInForce {
  readonly enabled: boolean;
  readonly recording: boolean;
  readonly shareCamera: boolean;
  readonly shareScreen: boolean;
  readonly sharePlayback: boolean;
}
export type ServicesInForce = Readonly<Record<ServiceName, ServiceInForce>>;

const NOTHING: ServiceInForce = {
  enabled: false,
  recording: false,
  shareCamera: false,
  shareScreen: false,
  sharePlayback: false,
};

/**
 * Specification F3: a service is in force where the service itself and the customer's flag are
 * enabled, group chat only where 1-to-1 chat is, and none for an unverified or unknown customer. An option counts only
 * within an enabled service.
 */
export async function servicesInForce(db: Db, customerId: CustomerId): Promise<ServicesInForce> {
  const rows = await db
    .selectFrom('features')
    .innerJoin('services', 'services.name', 'features.service')
    .innerJoin('customers', 'customers.id', 'features.customer_id')
    .where('features.customer_id', '=', customerId)
    .where('customers.state', '=', 'VERIFIED')
    .where('services.state', '=', 'ENABLED')
    .where('features.enabled', '=', true)
    .select([
      'features.service',
      'features.enabled',
      'features.recording',
      'features.share_camera as shareCamera',
      'features.share_screen as shareScreen',
      'features.share_playback as sharePlayback',
    ])
    .execute();
  const inForce = (name: ServiceName): ServiceInForce => {
    const row = rows.find(({ service }) => service === name);
    if (!row) return NOTHING;
    const { service: _, ...flags } = row;
    return flags;
  };
  const videoChat = inForce('service_video_chat');
  return {
    service_video_chat: videoChat,
    service_group_chat: videoChat.enabled ? inForce('service_group_chat') : NOTHING,
  };
}
