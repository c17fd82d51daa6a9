import { Compile } from 'typebox/compile';
import { AppError } from '#protocol/app-error.ts';
import { type Violation, violationTable } from '#protocol/errors.ts';
import {
  type SignalPayload,
  type SignalReply,
  type SignalRequestName,
  type SignalRequests,
  signalRequests,
} from '#protocol/signal/contract.ts';
import type { HandlerTable } from '#protocol/wire.ts';
import type { Session } from '#server/session.ts';

/** All requests but `session.open`, which comes before there is a session (connection.ts). */
export type RoutedRequests = Omit<SignalRequests, 'session.open'>;
export type SignalHandlers = HandlerTable<RoutedRequests, Session>;
type RoutedName = keyof RoutedRequests & SignalRequestName;

export interface Router {
  /**
   * Checks the payload and hands it to the request's handler. Throws `unknown-request`, `invalid-payload`, and
   * what the handler throws.
   */
  route(session: Session, name: string, data: unknown): Promise<object>;
}

type Route = (session: Session, data: unknown) => Promise<object>;

export interface RouterOptions {
  /** Replies that break the contract fail: in tests, where a wrong reply is the server's fault. Off by default. */
  readonly checkReplies?: boolean;
}

export function createRouter(handlers: SignalHandlers, { checkReplies = false }: RouterOptions = {}): Router {
  const route = <Name extends RoutedName>(name: Name): Route => {
    const payload = Compile(signalRequests[name].payload);
    const reply = Compile(signalRequests[name].reply);
    const isPayload = (data: unknown): data is SignalPayload<Name> => payload.Check(data);
    const handle: (
      session: Session,
      data: SignalPayload<Name>,
    ) => Promise<SignalReply<Name>> | SignalReply<Name> = handlers[name];
    return async (session, data) => {
      if (!isPayload(data)) throw invalidPayload(payload.Errors(data));
      const answer = await handle(session, data);
      if (checkReplies && !reply.Check(answer)) {
        throw new Error(`The reply to ${name} breaks the contract: ${JSON.stringify(reply.Errors(answer))}`);
      }
      return toObject(answer);
    };
  };
  const routes = new Map<string, Route>(routedNames().map((name) => [name, route(name)]));
  return {
    async route(session, name, data) {
      const found = routes.get(name);
      if (!found) throw new AppError('unknown-request');
      return await found(session, data);
    },
  };
}

const isRoutedName = (name: string): name is RoutedName =>
  name !== 'session.open' && Object.hasOwn(signalRequests, name);
const routedNames = (): RoutedName[] => Object.keys(signalRequests).filter(isRoutedName);

function toObject(value: unknown): object {
  if (typeof value !== 'object' || value === null) throw new TypeError('A reply must be an object');
  return value;
}

interface SchemaError {
  /** JSON pointer, e.g. `/credential/token`. */
  readonly instancePath: string;
  readonly message: string;
}

const MAX_VIOLATIONS = 10;

/** One error for every field that did not pass, without repeating what was sent. */
export function invalidPayload(errors: readonly SchemaError[]): AppError {
  const violations: Violation[] = errors.slice(0, MAX_VIOLATIONS).map((error) => ({
    propertyPath: error.instancePath.slice(1).replaceAll('/', '.'),
    message: error.message || violationTable.invalid,
    code: 'invalid',
  }));
  return new AppError('invalid-payload', { violations });
}
