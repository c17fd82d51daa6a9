import { createContext, useContext } from 'react';

/**
 * Where the calls of an area are held, and where they lead back to: the same call pages serve users, guests and
 * devices, each within paths of its own. The signalling connection is the page's one (signal-connection.ts), whoever
 * has opened it.
 */
export interface CallPlaces {
  readonly who: 'user' | 'guest' | 'device';
  readonly directCall: string;
  readonly groupCall: string;
  /** Where one is after a 1-to-1 call. */
  readonly directHome: string;
  /** Where one is after a group call. */
  readonly groupHome: string;
}

const userPlaces: CallPlaces = {
  who: 'user',
  directCall: '/user/videochat/talk',
  groupCall: '/user/groupchat/talk',
  directHome: '/user/videochat',
  groupHome: '/user/groupchat',
};

const CallPlacesContext = createContext<CallPlaces>(userPlaces);

/** Around the screens of guests and devices; without it the user's are meant. */
export const CallPlacesProvider = CallPlacesContext.Provider;

export const useCallPlaces = (): CallPlaces => useContext(CallPlacesContext);
