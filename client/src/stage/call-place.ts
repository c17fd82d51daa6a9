import { createContext, useContext } from 'react';
import { useDocumentTitle } from '#client/ui/document-title.ts';

/** Where a call is shown, and by which address. */
export interface CallPlace {
  /** `window`: small, over another page of the product. */
  readonly shown: 'page' | 'window';
  /** The query of the call's own page. */
  readonly search: string;
}

const CallPlaceContext = createContext<CallPlace>({ shown: 'page', search: '' });

/** Around a call that continues while one looks at other pages. */
export const CallPlaceProvider = CallPlaceContext.Provider;

export const useCallPlace = (): CallPlace => useContext(CallPlaceContext);

/** The title of a call's own page; what it is shown over keeps its own. */
export const useCallTitle = (title: string): void => {
  const { shown } = useCallPlace();
  useDocumentTitle(title, shown === 'page');
};
