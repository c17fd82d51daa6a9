import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { StrictMode } from 'react';
import { UiProvider } from '#client/ui/provider.tsx';
import { SnackbarRegion } from '#client/ui/snackbar.tsx';

/** Everything that the screens stand in. */
export const Application = () => (
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <UiProvider>
        <SnackbarRegion />
      </UiProvider>
    </I18nProvider>
  </StrictMode>
);
