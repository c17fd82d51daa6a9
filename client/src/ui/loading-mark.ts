/** Marks placeholders: content that would be pushed aside by what they stand for waits. */
export const LOADING = 'data-loading';
