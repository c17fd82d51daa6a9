import { createRoot } from 'react-dom/client';
import { Application } from '#client/app/application.tsx';
import { firstScreen } from '#client/app/first-screen.ts';
import { startLanguage } from '#client/i18n/activate.ts';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  await Promise.all([startLanguage(), firstScreen(window.location.pathname)]);
  createRoot(root).render(<Application />);
}

// No top-level await: the screens' chunks import from this one, and would wait for it.
void start();
