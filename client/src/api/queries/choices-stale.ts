/** Choices are loaded again each time their list opens, because a name may have changed elsewhere. */
export const CHOICES_STALE_MS = 1_000;
