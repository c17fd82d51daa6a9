import { createContext, useContext } from 'react';

/**
 * Where the calls of an area are held, and where they lead back to: the same call pages serve users, guests and
 * devices, each within paths of its own. The signalling connection is the page's one (signal-connection.ts), no matter
 * who opened it.
 */
const callRefusals = ['member-removed', 'room-locked', 'room-full', 'guest-link-full'] as const;

/** Why a call does not let someone in; `removed`: the owner has just removed them from it. */
export type CallRefusal = (typeof callRefusals)[number] | 'removed';

export const isCallRefusal = (code: string): code is CallRefusal =>
  callRefusals.some((refusal) => refusal === code);

export interface CallPaths {
  readonly who: 'user' | 'guest' | 'device';
  readonly directCall: string;
  readonly groupCall: string;
  /** Where one is after a 1-to-1 call. */
  readonly directHome: string;
  /** Where one is after a group call. */
  readonly groupHome: string;
  /** Where given, another page than the call's says why it does not let someone in. */
  readonly onRefused?: (refusal: CallRefusal) => void;
  /** Where given, loads what a call needs while someone is about to begin one. Never fails. */
  readonly prefetch?: (kind: 'direct' | 'group') => void;
}

const userPaths: CallPaths = {
  who: 'user',
  directCall: '/user/videochat/talk',
  groupCall: '/user/groupchat/talk',
  directHome: '/user/videochat',
  groupHome: '/user/groupchat',
};

const CallPathsContext = createContext<CallPaths>(userPaths);

/** Around the screens of guests and devices; without it the user's are meant. */
export const CallPathsProvider = CallPathsContext.Provider;

export const useCallPaths = (): CallPaths => useContext(CallPathsContext);

/** The call is shown by a kiosk, which is read from across the room. */
export const useIsKiosk = (): boolean => useCallPaths().who === 'device';
