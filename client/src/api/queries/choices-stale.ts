/** What one chooses from is asked for again each time it opens: a name that has just changed elsewhere must not linger. */
export const CHOICES_STALE_MS = 1_000;
