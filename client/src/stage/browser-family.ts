export type BrowserFamily = 'chromium' | 'firefox' | 'safari' | 'ios';

/** Good enough to say where a button is, and to leave out what is a convenience. */
export function browserFamily(userAgent: string, touchPoints: number): BrowserFamily {
  // An iPad says that it is a Mac, and has more than one finger.
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) return 'ios';
  if (/Firefox\//.test(userAgent)) return 'firefox';
  return /Chrom(e|ium)\//.test(userAgent) ? 'chromium' : 'safari';
}
