import type { AskNode } from '#platform/ask-node.ts';
import { isSameLink } from '#protocol/call-quality.ts';
import type { groupCallRequests } from '#protocol/signal/group-call.ts';
import type { HandlerTable } from '#protocol/wire.ts';
import { stateOf } from '#server/experience.ts';
import type { Session } from '#server/session.ts';
import type { LiveMembers } from './live-members.ts';
import type { Membership } from './membership.ts';
import { participationOf } from './participation.ts';

export interface ReportDeps {
  /** Throws `not-in-room`. */
  readonly memberOf: (session: Session) => Membership;
  readonly ask: AskNode;
  readonly history: Pick<LiveMembers, 'measured'>;
}

/** What browsers tell of their connections: for the others in the call (SPEC.md, G13), and for the history (Q). */
export function createReportHandlers({
  memberOf,
  ask,
  history,
}: ReportDeps): HandlerTable<Pick<typeof groupCallRequests, 'groupCall.reportLink'>, Session> {
  return {
    'groupCall.reportLink': async (session, { experience, ...link }) => {
      const membership = memberOf(session);
      const { participant, nodeId, roomId, memberId } = membership;
      if (experience) participant.experience.report(experience);
      const participation = participationOf(participant);
      if (participation) history.measured(participation, stateOf(link));
      // Said again for the history alone.
      if (isSameLink(membership.link, link)) return {};
      membership.link = link;
      await ask(nodeId, 'room.reportLink', { roomId, memberId, link });
      return {};
    },
  };
}
