/** What stands in the history for the name of a peer that was deleted; written by the database (migration 0012). */
export const DELETED_PEER_NAMES = { user: 'deleted user', device: 'deleted device' } as const;
