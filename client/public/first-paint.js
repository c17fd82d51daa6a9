// Before the first paint, so that a dark page does not flash light. A file of its own: inline scripts are forbidden.
try {
  const dark = localStorage.getItem('hibiki.darkTheme') === 'true';
  document.documentElement.classList.toggle('dark', dark);
  if (dark) document.querySelector('meta[name=theme-color]').setAttribute('content', '#101218');
} catch {
  // Storage is refused: the light theme.
}
