import { createRoot } from 'react-dom/client';
import { Application } from '#client/app/application.tsx';
import { startLanguage } from '#client/i18n/activate.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

await startLanguage();
createRoot(root).render(<Application />);
