/** The argument of a media node's program that waits for its supervisor's first message before it starts. */
export const STAND_BY = 'stand-by';
