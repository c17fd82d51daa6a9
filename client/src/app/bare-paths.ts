/** Calls and kiosks fill the window, without header and footer. */
const barePaths: readonly RegExp[] = [
  /^\/(user|guest)\/(videochat|groupchat)\/talk$/,
  /^\/user\/videochat\/devices$/,
  /^\/device(\/|$)/,
];

export const isBare = (pathname: string): boolean =>
  barePaths.some((path) => path.test(pathname.replace(/\/$/, '')));

/** The console, which has a header and navigation of its own; its sign-in looks as all others. */
export const isConsole = (pathname: string): boolean =>
  /^\/manager(\/(?!(signin|password)(\/|$))|$)/.test(pathname);
