/** Of a list's page, as one can choose. */
export const PAGE_SIZES = [10, 20, 30, 50, 100] as const;

export type PageSize = (typeof PAGE_SIZES)[number];

/** Of a list whose page has no other. */
export const USUAL_PAGE_SIZE: PageSize = 20;
