import { atom } from 'jotai';

/** A call fills the window: what comes over it is dark in both themes, and leaves its controls free. Kept by the stage. */
export const onStageAtom = atom(false);

/** A call goes on in a small window over the page. Kept by the stage. */
export const callWindowAtom = atom(false);
