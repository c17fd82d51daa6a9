import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense } from 'react';
import { createQueryClient } from '#client/api/query-client.ts';
import { UiProvider } from '#client/ui/provider.tsx';
import { SnackbarRegion } from '#client/ui/snackbar.tsx';
import { AppRouter } from './app-router.tsx';
import { AppRoutes } from './app-routes.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { loadInstallation } from './load-installation.ts';
import { PartBoundary } from './part-boundary.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';

const queryClient = createQueryClient();
const NewVersion = lazy(loadInstallation);

/** Everything around the screens. */
export const Application = () => (
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <UiProvider>
          <ScreenBoundary screen="application">
            <AppRouter>
              <AppRoutes />
              <PartBoundary>
                <Suspense>
                  <NewVersion />
                </Suspense>
              </PartBoundary>
              <PartBoundary>
                <LeaveQuestion />
              </PartBoundary>
              <PartBoundary>
                <SnackbarRegion />
              </PartBoundary>
            </AppRouter>
          </ScreenBoundary>
        </UiProvider>
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>
);
