/** Catalogs are compiled by the lingui plugin of Vite as they are imported. */
declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
