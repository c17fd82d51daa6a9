import { Trans } from '@lingui/react/macro';
import { Badge } from '#client/ui/badge.tsx';
import { ShortTime } from '#client/ui/short-time.tsx';
import { StatusDot } from '#client/ui/status-dot.tsx';
import type { Device } from './device.ts';

export const DeviceStateBadge = ({ state }: Pick<Device, 'state'>) =>
  state === 'ENABLED' ? (
    <Badge tone="success">
      <Trans>Enabled</Trans>
    </Badge>
  ) : (
    <Badge tone="neutral">
      <Trans>Disabled</Trans>
    </Badge>
  );

export const OnlineWord = ({ online }: Pick<Device, 'online'>) => (
  <span>
    <StatusDot bare tone={online ? 'success' : 'neutral'} aria-hidden />{' '}
    {online ? <Trans>Online</Trans> : <Trans>Offline</Trans>}
  </span>
);

/** The server writes the time once a minute, and as the device goes. */
export const LastSeen = ({ online, lastSeen }: Pick<Device, 'online' | 'lastSeen'>) => {
  if (online) return <Trans>Online now</Trans>;
  return lastSeen === null ? <Trans>Never</Trans> : <ShortTime time={lastSeen} />;
};
