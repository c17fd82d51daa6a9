// Before the first paint, so that a dark page does not flash light, and an installed application has its name in the
// language that is read. A file of its own: inline scripts are forbidden.
try {
  const dark = localStorage.getItem('hibiki.darkTheme') === 'true';
  document.documentElement.classList.toggle('dark', dark);
  if (dark) document.querySelector('meta[name=theme-color]').setAttribute('content', '#101218');
  const language = localStorage.getItem('hibiki.lang') ?? navigator.language;
  if (language.toLowerCase().startsWith('ja')) {
    document.querySelector('link[rel=manifest]').setAttribute('href', '/manifest.ja.webmanifest');
  }
} catch {
  // Storage is refused: the light theme.
}
