import type { CustomerId } from '#protocol/ids.ts';

/** What a field was, and what it is now; null: nothing. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What belongs to an entry beside who, what and when. Never a secret. */
export interface LogDetails {
  /** What the object was called at the time. */
  readonly objectName?: string;
  /** What the one who did it was called at the time. */
  readonly actorName?: string;
  /** The customer whose managers may read that name; absent: administrators alone, or, without an id, every reader. */
  readonly actorCustomerId?: CustomerId;
  readonly changes?: readonly FieldChange[];
  /** The name that was tried at a sign-in. */
  readonly account?: string;
  /** How many attempts it stands for, in the time over which they are counted. */
  readonly attempts?: number;
}
