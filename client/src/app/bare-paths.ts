/** Calls and kiosks: the whole window is theirs, without header and footer. */
const barePaths: readonly RegExp[] = [/^\/(user|guest)\/(videochat|groupchat)\/talk$/, /^\/device(\/|$)/];

export const isBare = (pathname: string): boolean =>
  barePaths.some((path) => path.test(pathname.replace(/\/$/, '')));
