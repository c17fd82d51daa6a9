import { useEffect } from 'react';

const PRODUCT = 'Hibiki';

/** The tab's title while a screen is shown: `Sign in · Hibiki`. */
export const useDocumentTitle = (title: string): void => {
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT}` : PRODUCT;
  }, [title]);
};
