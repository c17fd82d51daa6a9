import { type Static, Type } from 'typebox';
import { Check } from 'typebox/schema';
import { CallIdSchema, GroupIdSchema, type SessionId, SessionIdSchema } from '#protocol/ids.ts';

/** Of this tab alone; a tab that is duplicated gets a copy. */
const STORAGE_KEY = 'hibiki.call';
/** The page that a reload takes down gives its session up within this time; any other page that has it keeps it. */
const CLAIM_MS = 1_000;

export const KeptCallSchema = Type.Object({
  sessionId: SessionIdSchema,
  /** Who is in it: another person who signs in does not continue the call. */
  partyId: Type.String(),
  call: Type.Union([
    Type.Object({
      kind: Type.Literal('direct'),
      callId: CallIdSchema,
      /** It moves to the media node to be recorded there, which has not begun yet. */
      recordOnServer: Type.Optional(Type.Literal(true)),
    }),
    Type.Object({
      kind: Type.Literal('group'),
      groupId: GroupIdSchema,
      /** Since when one is in it, by `Date.now()`. */
      since: Type.Optional(Type.Number()),
      handRaised: Type.Optional(Type.Literal(true)),
    }),
  ]),
  muted: Type.Boolean(),
  camera: Type.Boolean(),
  /** A screen or a file is shared, which a browser does not give again unasked. */
  sharing: Type.Boolean(),
});

/** What the next page of this tab needs to continue the call (SPEC.md, S13). */
export type KeptCall = Static<typeof KeptCallSchema>;

export interface CallKeeper {
  /** The call of the last page of this tab; null once it is taken up or over. */
  readonly left: KeptCall | null;
  /** The call of this page. */
  readonly kept: KeptCall | null;
  /** There is a call, of this page or left by the last one. */
  readonly hasCall: boolean;
  /** As `left`, once it is sure that no other page has the session. */
  claim(): Promise<KeptCall | null>;
  /** From now on a new page continues with this. */
  keep(call: KeptCall): void;
  forget(): void;
}

type Claims = Pick<LockManager, 'request'>;

export function createCallKeeper(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null,
  claims: Claims | undefined,
): CallKeeper {
  let left = read(storage?.getItem(STORAGE_KEY) ?? 'null');
  let kept: KeptCall | null = null;
  let claimed: Promise<KeptCall | null> | null = null;
  let held: { readonly sessionId: SessionId; readonly giveBack: () => void } | null = null;

  const clear = () => {
    left = null;
    kept = null;
    storage?.removeItem(STORAGE_KEY);
  };

  /** Resolves to false while another page has the session. */
  async function hold(sessionId: SessionId): Promise<boolean> {
    if (held?.sessionId === sessionId) return true;
    held?.giveBack();
    const { promise: until, resolve: giveBack } = Promise.withResolvers<void>();
    const mine = { sessionId, giveBack };
    held = mine;
    // Web Locks exist in secure contexts only, as cameras and microphones do.
    if (!claims) return true;
    const { promise: decided, resolve: decide } = Promise.withResolvers<boolean>();
    claims
      .request(`hibiki.session.${sessionId}`, { signal: AbortSignal.timeout(CLAIM_MS) }, () => {
        decide(true);
        return until;
      })
      .catch(() => decide(false));
    const taken = await decided;
    if (!taken && held === mine) held = null;
    return taken;
  }

  async function claim(): Promise<KeptCall | null> {
    const kept = left;
    if (!kept) return null;
    if (await hold(kept.sessionId)) return left;
    // This tab is a copy of one that is in the call.
    clear();
    return null;
  }

  return {
    get left() {
      return left;
    },
    get kept() {
      return kept;
    },
    get hasCall() {
      return (kept ?? left) !== null;
    },
    claim() {
      claimed ??= claim();
      return claimed.then((kept) => (kept === left ? kept : null));
    },
    keep(call) {
      left = null;
      kept = call;
      void hold(call.sessionId);
      storage?.setItem(STORAGE_KEY, JSON.stringify(call));
    },
    forget() {
      clear();
      held?.giveBack();
      held = null;
    },
  };
}

function read(text: string): KeptCall | null {
  try {
    const stored: unknown = JSON.parse(text);
    return isKeptCall(stored) ? stored : null;
  } catch {
    return null;
  }
}

const isKeptCall = (value: unknown): value is KeptCall => Check(KeptCallSchema, value);

/** This tab's. */
export const callKeeper = createCallKeeper(
  typeof sessionStorage === 'undefined' ? null : sessionStorage,
  typeof navigator === 'undefined' ? undefined : navigator.locks,
);
