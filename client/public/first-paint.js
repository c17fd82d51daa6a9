// Before the first paint, so that a dark page does not flash light, and an installed application has its name in the
// language that is read. A file of its own: inline scripts are forbidden.
let language = navigator.language.toLowerCase().startsWith('ja') ? 'ja' : 'en';
try {
  const dark = localStorage.getItem('hibiki.darkTheme') === 'true';
  document.documentElement.classList.toggle('dark', dark);
  if (dark) document.querySelector('meta[name=theme-color]').setAttribute('content', '#101218');
  language = localStorage.getItem('hibiki.lang') ?? language;
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

// The code of the page may be late, or not come at all: nothing else would say so.
{
  const SAY_AFTER_MS = 4_500;
  const ASK_EVERY_MS = 3_000;
  const root = () => document.getElementById('root');
  const ask = async () => {
    const signal = AbortSignal.timeout(ASK_EVERY_MS);
    const answer = await fetch('/api/v1/version', { cache: 'no-store', signal }).catch(() => null);
    return answer !== null && answer.status < 500;
  };
  const say = async () => {
    if (root().hasChildNodes()) return;
    let away = !(await ask());
    if (root().hasChildNodes()) return;
    const [slow, gone, label] =
      language === 'ja'
        ? ['通常より時間がかかっています…', 'サーバーに接続できません。再試行しています…', '再読み込み']
        : ['This is taking longer than usual…', 'Can’t reach the server. Trying again…', 'Reload'];
    const box = document.createElement('div');
    box.setAttribute('role', 'status');
    box.style.cssText = 'font: 1rem/1.6 sans-serif; padding: 30vh 1.5rem 0; text-align: center';
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.style.cssText = 'font: inherit; min-height: 44px; padding: 0 1.25rem';
    button.onclick = () => location.reload();
    const line = document.createElement('p');
    line.textContent = away ? gone : slow;
    box.append(line, button);
    root().append(box);
    // A browser that cannot run the code would reload for ever: only a server that was away is waited for.
    while (box.isConnected) {
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
      const there = await ask();
      if (there && away) {
        location.reload();
        return;
      }
      away ||= !there;
      line.textContent = away ? gone : slow;
    }
  };
  setTimeout(say, SAY_AFTER_MS);
}
