import { AppError } from '#protocol/app-error.ts';
import { type Operation, operation } from '#server/rest/operation.ts';
import { guestLinksResource } from '#server/rest/resources/guest-links.ts';
import { isOneOf } from '#server/rest/row-source.ts';

export const guestLinkOperations: readonly Operation[] = [
  operation('guestLinks.check', async (context, { body }) => {
    const { auth } = context.deps;
    const attempt = await auth.limits.attempt('link', { address: context.address });
    const { linkId, reach } = await auth.verifyGuestToken(body.token);
    const link = await guestLinksResource
      .rows(context.db, null)
      .find([isOneOf(guestLinksResource.id, [linkId])]);
    if (!link) throw new AppError('guest-link-unknown');
    await attempt.forgive();
    return {
      kind: link.kind,
      name: link.name,
      group: reach.kind === 'group' ? reach.groupId : null,
      startsAt: link.starts_at?.toISOString() ?? null,
      endsAt: link.ends_at.toISOString(),
    };
  }),
];
