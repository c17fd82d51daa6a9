/** When somebody last called each of their contacts, of which the first are shown at home. */
export async function up(): Promise<void> {}

export const indexes = {
  connections_user_peer: 'on connections (user_id, peer_id, started_at desc) where user_id is not null',
  connections_device_peer: 'on connections (device_id, peer_id, started_at desc) where device_id is not null',
};
