// Before the first paint, so that a dark page does not flash light, and an installed application has its name in the
// language that is read. A file of its own: inline scripts are forbidden.
try {
  const dark = localStorage.getItem('hibiki.darkTheme') === 'true';
  document.documentElement.classList.toggle('dark', dark);
  if (dark) document.querySelector('meta[name=theme-color]').setAttribute('content', '#101218');
  const stored = localStorage.getItem('hibiki.lang') ?? navigator.language;
  const language = stored.toLowerCase().startsWith('ja') ? 'ja' : 'en';
  if (language === 'ja') {
    document.querySelector('link[rel=manifest]').setAttribute('href', '/manifest.ja.webmanifest');
  }
  // What the first screen loads, beside the code that would ask for it later (client/pages.ts). None in development.
  const ahead = JSON.parse(document.querySelector('meta[name=hibiki-ahead]')?.content ?? '{}');
  const signedIn = localStorage.getItem('hibiki.tokens') !== null;
  const path = location.pathname === '/' && signedIn ? '/user' : location.pathname.replace(/\/$/, '');
  const screen = path === '/user' && !signedIn ? '' : path;
  for (const key of [language, screen, `${screen} ${language}`]) {
    for (const file of ahead[key] ?? []) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.crossOrigin = '';
      link.href = `/${file}`;
      document.head.append(link);
    }
  }
} catch {
  // Storage is refused: the light theme.
}
