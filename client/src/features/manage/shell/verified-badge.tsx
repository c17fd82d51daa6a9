import { Trans } from '@lingui/react/macro';
import { Badge } from '#client/ui/badge.tsx';

/** Whether a mail address has been verified. */
export const VerifiedBadge = ({ state }: { readonly state: 'VERIFIED' | 'UNVERIFIED' }) =>
  state === 'VERIFIED' ? (
    <Badge tone="success">
      <Trans>Verified</Trans>
    </Badge>
  ) : (
    <Badge tone="warning">
      <Trans>Not verified</Trans>
    </Badge>
  );
