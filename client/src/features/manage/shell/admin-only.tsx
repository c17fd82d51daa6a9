import type { ReactNode } from 'react';
import { NotFoundPage } from './not-found-page.tsx';
import { useConsoleAccount } from './use-console-account.ts';

/** A screen of administrators; to managers there is none at its address. */
export const AdminOnly = ({ children }: { readonly children: ReactNode }) =>
  useConsoleAccount().kind === 'admin' ? children : <NotFoundPage />;
