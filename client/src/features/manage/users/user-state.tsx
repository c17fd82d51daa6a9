import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { User } from '#client/api/api-types.ts';
import { serverNow } from '#client/server-clock.ts';
import { Badge } from '#client/ui/badge.tsx';

export const userStateTexts: Readonly<Record<User['state'], MessageDescriptor>> = {
  VERIFIED: msg`Verified`,
  INVITED: msg`Invited`,
  UNVERIFIED: msg`Not verified`,
};

/** The invitations of an import go out day by day. */
export const isInvitationDue = ({ state, invitedAt }: Pick<User, 'state' | 'invitedAt'>): boolean =>
  state === 'INVITED' && invitedAt !== null && new Date(invitedAt).getTime() > serverNow();

/** Whether the user can sign in, or what the user still has to do or to wait for. */
export const userStateSign = (user: Pick<User, 'state' | 'invitedAt'>) =>
  ({
    tone: user.state === 'VERIFIED' ? 'success' : 'warning',
    text: isInvitationDue(user) ? msg`Invitation scheduled` : userStateTexts[user.state],
  }) as const;

export const UserState = (user: Pick<User, 'state' | 'invitedAt'>) => {
  const { i18n } = useLingui();
  const { tone, text } = userStateSign(user);
  return <Badge tone={tone}>{i18n._(text)}</Badge>;
};
