/** The name that the history shows for a deleted peer; written by the database (migration 0012). */
export const DELETED_PEER_NAMES = { user: 'deleted user', device: 'deleted device' } as const;
