interface ImportMetaEnv {
  /** From package.json, set by vite.config.ts. */
  readonly VITE_APP_VERSION: string;
  /** Where the footer's link for users leads; the page about the product by default. */
  readonly VITE_USERS_PAGE_URL?: string;
  /** Where the footer's copyright line leads; the page about the product by default. */
  readonly VITE_COPYRIGHT_URL?: string;
  /** The operator's privacy policy. */
  readonly VITE_PRIVACY_URL?: string;
}
