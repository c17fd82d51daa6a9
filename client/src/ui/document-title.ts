import { useEffect } from 'react';

const PRODUCT = 'Hibiki';

/** The tab's title while a screen is shown: `Sign in · Hibiki`. Not `active`: another screen names the tab. */
export const useDocumentTitle = (title: string, active = true): void => {
  useEffect(() => {
    if (active) document.title = title ? `${title} · ${PRODUCT}` : PRODUCT;
  }, [title, active]);
};
