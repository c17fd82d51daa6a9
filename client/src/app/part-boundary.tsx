import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { textOfError } from '#client/i18n/error-text.ts';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';

/**
 * Around a part of the page that a call must outlive: one that throws says so, is gone, and is there again on the next
 * screen.
 */
export const PartBoundary = ({ children }: { readonly children: ReactNode }) => {
  const { pathname } = useLocation();
  return (
    <ScreenBoundary screen={pathname} instead={sayFailed}>
      {children}
    </ScreenBoundary>
  );
};

export const sayFailed = (error: unknown) => <SayFailed error={error} />;

const SayFailed = ({ error }: { readonly error: unknown }) => {
  const { i18n } = useLingui();
  useEffect(() => {
    showSnackbar('error', i18n._(textOfError(error)));
  }, [error, i18n]);
  return null;
};
