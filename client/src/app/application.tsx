import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { createQueryClient } from '#client/api/query-client.ts';
import { UiProvider } from '#client/ui/provider.tsx';
import { SnackbarRegion } from '#client/ui/snackbar.tsx';
import { AppRoutes } from './app-routes.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';

const queryClient = createQueryClient();

/** Everything that the screens stand in. */
export const Application = () => (
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <UiProvider>
          <ScreenBoundary screen="application">
            <BrowserRouter>
              <AppRoutes />
            </BrowserRouter>
            <SnackbarRegion />
          </ScreenBoundary>
        </UiProvider>
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>
);
