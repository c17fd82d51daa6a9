/** Calls: the whole window is theirs, without header and footer. */
const barePaths: readonly string[] = ['/user/videochat/talk', '/user/groupchat/talk'];

export const isBare = (pathname: string): boolean => barePaths.includes(pathname.replace(/\/$/, ''));
