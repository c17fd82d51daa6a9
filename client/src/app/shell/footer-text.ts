/** Specification U5. */
const FIRST_YEAR = 2021;

/** `2021`, or `2021–2026`. */
export const copyrightYears = (now: Date): string => {
  const year = now.getFullYear();
  return year <= FIRST_YEAR ? String(FIRST_YEAR) : `${FIRST_YEAR}–${year}`;
};

/** `v1.0.7/1.0.7`; without the API's version the application's alone. */
export const versionText = (application: string, api: string | undefined): string =>
  api ? `v${application}/${api}` : `v${application}`;
