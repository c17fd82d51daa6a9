/** Where the signalling socket is opened (SPEC.md). */
export const SIGNAL_PATH = '/api/v1/signal';
