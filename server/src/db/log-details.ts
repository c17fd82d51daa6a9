/** What a field was, and what it is now; null: nothing. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What belongs to an entry beside who, what and when. Never a secret. */
export interface LogDetails {
  readonly changes?: readonly FieldChange[];
  /** The name that was tried at a sign-in. */
  readonly account?: string;
  /** How many attempts it stands for, in the time over which they are counted. */
  readonly attempts?: number;
}
