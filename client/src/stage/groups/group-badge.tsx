import { Trans } from '@lingui/react/macro';
import { serverNow } from '#client/server-clock.ts';
import { Badge } from '#client/ui/badge.tsx';

export interface GroupBadgeProps {
  readonly group: {
    readonly online: boolean;
    readonly available: boolean;
    readonly end: string | null;
  };
  /** Also of a group that can simply be called; false by default. */
  readonly always?: boolean;
}

/** What makes a group stand out: a call is under way, or it cannot be called now. */
export const GroupBadge = ({ group, always = false }: GroupBadgeProps) => {
  if (group.online) {
    return (
      <Badge tone="live">
        <Trans>Live</Trans>
      </Badge>
    );
  }
  if (group.available) {
    return always ? (
      <Badge tone="success">
        <Trans>Open now</Trans>
      </Badge>
    ) : null;
  }
  return (
    <Badge>
      {group.end !== null && Date.parse(group.end) <= serverNow() ? (
        <Trans context="group">Ended</Trans>
      ) : (
        <Trans>Not open yet</Trans>
      )}
    </Badge>
  );
};
