/** Calls by peer are added up from an index alone, and the names of those that are shown are found by their ids. */
export async function up(): Promise<void> {}

export const indexes = {
  connection_peer_days_counts: 'on connection_peer_days (day) include (customer_id, peer_id, calls, seconds)',
  connection_peer_days_customer:
    'on connection_peer_days (customer_id, day) include (peer_id, calls, seconds)',
};
