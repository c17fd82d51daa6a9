import { chakra } from '@chakra-ui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Unlink, Users } from 'lucide-react';
import { useState } from 'react';
import { type GuestLink, revokeGuestLink } from '#client/api/queries/groups.ts';
import { ConfirmChange } from '#client/ui/confirm-change.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { ListRow } from '#client/ui/list.tsx';
import { ShortTime } from '#client/ui/short-time.tsx';
import { LinkLimitDialog } from './link-limit-dialog.tsx';

/** A link that works: how long, for how many, and its end. */
export const GuestLinkRow = ({ link }: { readonly link: GuestLink }) => {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const [limiting, setLimiting] = useState(false);
  const whose = link.mail ?? t`Copied link`;
  return (
    <>
      <ListRow
        title={whose}
        details={
          <chakra.span display="block" minW="0" overflowWrap="anywhere">
            <Trans>
              Created <ShortTime time={link.created} /> · Expires <ShortTime time={link.end} />
            </Trans>
            {link.kind === 'group' && (
              <chakra.span display="block" data-testid="link-limit">
                <Plural value={link.maxGuests} one="# guest at once" other="Up to # guests at once" />
              </chakra.span>
            )}
          </chakra.span>
        }
        trailing={
          <>
            {link.kind === 'group' && (
              <IconButton
                label={t`Change how many guests join: ${whose}`}
                size="sm"
                onClick={() => setLimiting(true)}
              >
                <Users />
              </IconButton>
            )}
            <IconButton label={t`Revoke link: ${whose}`} size="sm" onClick={() => setAsking(true)}>
              <Unlink />
            </IconButton>
          </>
        }
      />
      {limiting && <LinkLimitDialog link={link} onClose={() => setLimiting(false)} />}
      {asking && (
        <ConfirmChange
          title={t`Revoke link?`}
          confirmLabel={t({ message: 'Revoke', context: 'link' })}
          queryKey="guest_links"
          change={() => revokeGuestLink(link.id)}
          done={<Trans>Link revoked</Trans>}
          onClose={() => setAsking(false)}
        >
          <Trans>Guests who used it are removed from the call. This can’t be undone.</Trans>
        </ConfirmChange>
      )}
    </>
  );
};
