/** How many of each kind are named. */
export const ATTENTION_NAMED = 5;
/** Up to how many are counted. */
export const ATTENTION_COUNTED = 10_000;
/** A device that has not been seen for longer is silent. */
export const SILENT_DEVICE_DAYS = 7;
/** An invitation that was not answered for longer is unanswered. */
export const UNANSWERED_INVITATION_DAYS = 7;
/** Failures older than this need no attention. */
export const FAILURE_DAYS = 7;

/** What may need a manager's attention, the gravest first. */
export const attentionKinds = [
  'disk-low',
  'media-nodes-missing',
  'webhooks-failing',
  'recordings-interrupted',
  'mails-failed',
  'tasks-failed',
  'customers-unverified',
  'devices-silent',
  'invitations-unanswered',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];
