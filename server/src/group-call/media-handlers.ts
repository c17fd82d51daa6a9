import type { AskNode } from '#platform/ask-node.ts';
import { AppError } from '#protocol/app-error.ts';
import type { SfuRequestName, SfuRequests } from '#protocol/sfu/contract.ts';
import type { groupCallRequests } from '#protocol/signal/group-call.ts';
import type { HandlerTable, PayloadOf, ReplyOf } from '#protocol/wire.ts';
import type { IceServers } from '#server/ice-servers.ts';
import type { Session } from '#server/session.ts';
import type { Membership } from './membership.ts';

type MediaRequests = Pick<
  typeof groupCallRequests,
  | 'groupCall.ready'
  | 'groupCall.connectTransport'
  | 'groupCall.restartIce'
  | 'groupCall.produce'
  | `groupCall.${'pause' | 'resume' | 'close'}Producer`
  | 'groupCall.closeSource'
  | `groupCall.${'pause' | 'resume'}Consumer`
  | 'groupCall.setPreferredLayers'
>;
/** Requests that a node carries out in a member's name. */
type MemberRequestName = Extract<SfuRequestName, `media.${string}` | 'room.ready'>;
/** What the member sends of it; the rest says who asks. */
type OwnPart<Name extends MemberRequestName> = Omit<PayloadOf<SfuRequests, Name>, 'roomId' | 'memberId'>;

/**
 * What members ask of their own media: passed on to their node in their name. Which transports, producers and consumers
 * are theirs the node knows (SPEC.md, N2).
 *
 * @param memberOf throws `not-in-room`
 */
export function createMediaHandlers(
  memberOf: (session: Session) => Membership,
  ask: AskNode,
  ice: IceServers,
): HandlerTable<MediaRequests, Session> {
  const askFor = <Name extends MemberRequestName>(
    { nodeId, roomId, memberId }: Membership,
    name: Name,
    data: OwnPart<Name>,
  ): Promise<ReplyOf<SfuRequests, Name>> =>
    // What was left out, put back: TypeScript cannot see that through the generic name.
    ask(nodeId, name, { ...data, roomId, memberId } as PayloadOf<SfuRequests, Name>);
  const passOn =
    <Name extends MemberRequestName>(name: Name) =>
    async (session: Session, payload: OwnPart<Name>) => {
      await askFor(memberOf(session), name, payload);
      return {};
    };

  return {
    'groupCall.ready': passOn('room.ready'),
    'groupCall.connectTransport': passOn('media.connectTransport'),
    'groupCall.restartIce': async (session, payload) => {
      const { iceParameters } = await askFor(memberOf(session), 'media.restartIce', payload);
      return { iceParameters, ice: ice(session.partyKey) };
    },
    'groupCall.produce': async (session, payload) => {
      const membership = memberOf(session);
      const { participant, producers } = membership;
      const isAllowed = () => participant.access.sources.has(payload.source);
      if (!isAllowed()) throw new AppError('feature-disabled');
      const reply = await askFor(membership, 'media.produce', payload);
      // Withdrawn while the node was opening it: no one else knows that it is there to be closed.
      if (!isAllowed()) {
        await askFor(membership, 'media.closeProducer', reply);
        throw new AppError('feature-disabled');
      }
      producers.set(reply.producerId, payload.source);
      return reply;
    },
    'groupCall.pauseProducer': passOn('media.pauseProducer'),
    'groupCall.resumeProducer': passOn('media.resumeProducer'),
    'groupCall.closeProducer': async (session, payload) => {
      const membership = memberOf(session);
      await askFor(membership, 'media.closeProducer', payload);
      membership.producers.delete(payload.producerId);
      return {};
    },
    'groupCall.closeSource': async (session, payload) => {
      const membership = memberOf(session);
      await askFor(membership, 'media.closeSource', payload);
      for (const [producerId, source] of membership.producers)
        if (source === payload.source) membership.producers.delete(producerId);
      return {};
    },
    'groupCall.resumeConsumer': passOn('media.resumeConsumer'),
    'groupCall.pauseConsumer': passOn('media.pauseConsumer'),
    'groupCall.setPreferredLayers': passOn('media.setPreferredLayers'),
  };
}
