/** Calls and kiosks fill the window, without header and footer. */
const barePaths: readonly RegExp[] = [
  /^\/(user|guest)\/(videochat|groupchat)\/talk$/,
  /^\/user\/videochat\/devices$/,
  /^\/device(\/|$)/,
];

export const isBare = (pathname: string): boolean =>
  barePaths.some((path) => path.test(pathname.replace(/\/$/, '')));
