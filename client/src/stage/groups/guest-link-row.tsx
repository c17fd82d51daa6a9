import { chakra } from '@chakra-ui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Unlink, Users } from 'lucide-react';
import { useState } from 'react';
import { type GuestLink, revokeGuestLink } from '#client/api/queries/groups.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { ConfirmChange } from '#client/ui/confirm-change.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { shortTimeText } from '#client/ui/date-text.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { ShortTime } from '#client/ui/short-time.tsx';
import { Input } from '#client/ui/text-field.tsx';
import { LinkLimitDialog } from './link-limit-dialog.tsx';

export interface GuestLinkRowProps {
  readonly link: GuestLink;
  /** Whether the links are the user's own: anyone else manages them without entering by them. */
  readonly own: boolean;
  readonly onRevoked: () => void;
}

/** A link that works: its address for its owner, how long, for how many, and its end. */
export const GuestLinkRow = ({ link, own, onRevoked }: GuestLinkRowProps) => {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const [limiting, setLimiting] = useState(false);
  const created = shortTimeText(link.created, useLanguage());
  const whose = link.mail ?? t`Link of ${created}`;
  return (
    <chakra.li display="grid" gap="2" gridTemplateColumns="minmax(0, 1fr)" px={{ base: '4', md: '5' }} py="3">
      <chakra.div display="flex" gap="3" alignItems="center">
        <chakra.div flex="1" minW="0" overflowWrap="anywhere">
          <chakra.p textStyle="subheading" color="ink">
            {link.mail ?? <Trans>Guest link</Trans>}
          </chakra.p>
          <chakra.p textStyle="small">
            <Trans>
              Created <ShortTime time={link.created} /> · Expires <ShortTime time={link.end} />
            </Trans>
          </chakra.p>
          {link.kind === 'group' && (
            <chakra.p textStyle="small" data-testid="link-limit">
              <Plural value={link.maxGuests} one="# guest at once" other="Up to # guests at once" />
            </chakra.p>
          )}
        </chakra.div>
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
      </chakra.div>
      {link.url !== undefined && (
        <chakra.div display="flex" gap="2" color="ink">
          <Input
            readOnly
            aria-label={t`Address: ${whose}`}
            value={link.url}
            flex="1"
            minW="0"
            minH="9"
            fontFamily="mono"
            fontSize="0.8125rem"
            onFocus={(event) => event.target.select()}
          />
          <CopyButton text={link.url} label={t`Copy`} name={t`Copy: ${whose}`} size="sm" />
        </chakra.div>
      )}
      {own && link.url === undefined && (
        <chakra.p textStyle="small">
          <Trans>This link works, but can’t be shown again. Create a new one to copy it.</Trans>
        </chakra.p>
      )}
      {limiting && <LinkLimitDialog link={link} onClose={() => setLimiting(false)} />}
      {asking && (
        <ConfirmChange
          title={t`Revoke link?`}
          confirmLabel={t({ message: 'Revoke', context: 'link' })}
          queryKey="guest_links"
          change={async () => {
            await revokeGuestLink(link.id);
            onRevoked();
          }}
          done={<Trans>Link revoked</Trans>}
          onClose={() => setAsking(false)}
        >
          <Trans>Guests who used it are removed from the call. This can’t be undone.</Trans>
        </ConfirmChange>
      )}
    </chakra.li>
  );
};
