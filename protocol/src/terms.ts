/** When the terms of service were last changed: anyone who agreed before is asked again. */
export const TERMS_CHANGED_AT = '2026-11-01T00:00:00Z';
