/** Parts of catalogs are compiled by client/catalog-parts.ts as they are imported. */
declare module '*.po?part=base' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module '*.po?part=pages' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module '*.po?part=call' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module '*.po?part=rest' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module '*.po?part=home' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module '*.po?part=console' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module '*.po?part=guest' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
