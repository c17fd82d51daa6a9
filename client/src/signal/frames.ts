import { Check } from 'typebox/schema';
import { AppError } from '#protocol/app-error.ts';
import { type ErrorCode, isErrorCode, isViolationCode, type Violation } from '#protocol/errors.ts';
import {
  ServerFrameSchema,
  type SignalNoticeName,
  type SignalNoticePayload,
  type SignalReply,
  type SignalRequestName,
  signalNotices,
  signalRequests,
} from '#protocol/signal/contract.ts';

/** A frame of the server, as far as its envelope tells; what it carries is checked by its name. */
export type IncomingFrame =
  | { readonly kind: 'reply'; readonly id: number; readonly reply: object }
  | { readonly kind: 'error'; readonly id: number | null; readonly error: AppError }
  | { readonly kind: 'notice'; readonly seq: number; readonly name: string; readonly data: object };

/** Null: not a frame of this protocol. */
export function readFrame(text: unknown): IncomingFrame | null {
  if (typeof text !== 'string') return null;
  const frame = parseJson(text);
  if (!Check(ServerFrameSchema, frame)) return null;
  if ('seq' in frame) return { kind: 'notice', seq: frame.seq, name: frame.notice, data: frame.data };
  if ('reply' in frame) return { kind: 'reply', id: frame.id, reply: frame.reply };
  return { kind: 'error', id: frame.id, error: toAppError(frame.error) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface WireErrorFrame {
  readonly code: string;
  readonly message: string;
  readonly violations?: readonly {
    readonly propertyPath: string;
    readonly message: string;
    readonly code: string;
  }[];
  readonly retryAfterMs?: number;
}

/** A code that this client does not know yet becomes `internal-error`, so that it has words. */
function toAppError(error: WireErrorFrame): AppError {
  const code: ErrorCode = isErrorCode(error.code) ? error.code : 'internal-error';
  return new AppError(code, {
    message: error.message,
    violations: (error.violations ?? []).map((violation) => ({
      propertyPath: violation.propertyPath,
      message: violation.message,
      code: toViolationCode(violation.code),
    })),
    ...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
  });
}

const toViolationCode = (code: string): Violation['code'] => (isViolationCode(code) ? code : 'invalid');

export const isNoticeName = (name: string): name is SignalNoticeName => Object.hasOwn(signalNotices, name);

export const isNoticePayload = <Name extends SignalNoticeName>(
  name: Name,
  data: unknown,
): data is SignalNoticePayload<Name> => Check(signalNotices[name].payload, data);

export const isReply = <Name extends SignalRequestName>(
  name: Name,
  reply: unknown,
): reply is SignalReply<Name> => Check(signalRequests[name].reply, reply);
