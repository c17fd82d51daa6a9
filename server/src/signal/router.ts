import { Compile } from 'typebox/compile';
import { AppError } from '#protocol/app-error.ts';
import {
  type SignalPayload,
  type SignalReply,
  type SignalRequestName,
  type SignalRequests,
  signalRequests,
} from '#protocol/signal/contract.ts';
import type { HandlerTable } from '#protocol/wire.ts';
import { type AnySession, isOfParty, type Session } from '#server/session.ts';
import { invalidPayload } from './invalid-payload.ts';

/** All requests but `session.open`, which comes before there is a session (connection.ts). */
type RoutedRequests = Omit<SignalRequests, 'session.open'>;
type RoutedName = keyof RoutedRequests & SignalRequestName;
/** An administrator, who takes part in no call, may ask these alone. */
type NameForAnyone = RoutedName & `${'session' | 'manage'}.${string}`;
type NameForParties = Exclude<RoutedName, NameForAnyone>;

export interface SignalHandlers {
  readonly anyone: HandlerTable<Pick<RoutedRequests, NameForAnyone>, AnySession>;
  readonly parties: HandlerTable<Pick<RoutedRequests, NameForParties>, Session>;
}

export interface Router {
  /**
   * Checks the payload and hands it to the request's handler, without the fields that the contract does not name: they would be
   * written down and passed on to others (SPEC.md, W8). Throws `unknown-request`, `invalid-payload`, `forbidden` where
   * an administrator asks for a part in a call, and what the handler throws.
   */
  route(session: AnySession, name: string, data: unknown): Promise<object>;
}

type Route<Asker> = (session: Asker, data: unknown) => Promise<object>;
type Handler<Name extends RoutedName, Asker> = (
  session: Asker,
  data: SignalPayload<Name>,
) => Promise<SignalReply<Name>> | SignalReply<Name>;

export interface RouterOptions {
  /** Replies that break the contract fail: in tests, where a wrong reply is the server's fault. Off by default. */
  readonly checkReplies?: boolean;
}

export function createRouter(handlers: SignalHandlers, { checkReplies = false }: RouterOptions = {}): Router {
  const route = <Name extends RoutedName, Asker>(name: Name, handle: Handler<Name, Asker>): Route<Asker> => {
    const payload = Compile(signalRequests[name].payload);
    const reply = Compile(signalRequests[name].reply);
    const isPayload = (data: unknown): data is SignalPayload<Name> => payload.Check(data);
    return async (session, data) => {
      const known = payload.Clean(data);
      if (!isPayload(known)) throw invalidPayload(payload.Errors(known));
      const answer = await handle(session, known);
      if (checkReplies && !reply.Check(answer)) {
        throw new Error(`The reply to ${name} breaks the contract: ${JSON.stringify(reply.Errors(answer))}`);
      }
      return toObject(answer);
    };
  };
  const ofAnyone = <Name extends NameForAnyone>(name: Name): Route<AnySession> =>
    route<Name, AnySession>(name, handlers.anyone[name]);
  const ofParties = <Name extends NameForParties>(name: Name): Route<AnySession> => {
    const routed = route<Name, Session>(name, handlers.parties[name]);
    return async (session, data) => {
      if (!isOfParty(session)) throw new AppError('forbidden');
      return await routed(session, data);
    };
  };
  const routes = new Map<string, Route<AnySession>>(
    routedNames().map((name) => [name, isForAnyone(name) ? ofAnyone(name) : ofParties(name)]),
  );
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
const isForAnyone = (name: RoutedName): name is NameForAnyone => /^(session|manage)\./.test(name);
const routedNames = (): RoutedName[] => Object.keys(signalRequests).filter(isRoutedName);

function toObject(value: unknown): object {
  if (typeof value !== 'object' || value === null) throw new TypeError('A reply must be an object');
  return value;
}
