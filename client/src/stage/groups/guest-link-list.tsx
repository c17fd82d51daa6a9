import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { guestLinksQuery } from '#client/api/queries/groups.ts';
import { serverNow } from '#client/server-clock.ts';
import { useNow } from '#client/stage/use-now.ts';
import { List } from '#client/ui/list.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { GuestLinkRow } from './guest-link-row.tsx';

/** How late an expired link may still stand in the list. */
const EXPIRY_LOOK_MS = 10_000;

export interface GuestLinkListProps {
  /** Null: links with which guests call the user. */
  readonly groupId: string | null;
  /** Whether they are the user's own, which can be shown and copied. */
  readonly own: boolean;
}

/** The links that work, each of which can be copied by its owner, limited and revoked. */
export const GuestLinkList = ({ groupId, own }: GuestLinkListProps) => {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(guestLinksQuery(groupId));
  // Renders again while links expire under the reader’s eyes.
  useNow(EXPIRY_LOOK_MS);
  const links = data?.filter(({ end }) => Date.parse(end) > serverNow());
  const heading = useRef<HTMLHeadingElement>(null);
  const revoked = useRef(false);
  // The button that had the focus has gone with its link.
  useEffect(() => {
    if (!data || !revoked.current) return;
    revoked.current = false;
    heading.current?.focus();
  }, [data]);
  return (
    <chakra.section aria-label={t`Active links`}>
      <chakra.h3 ref={heading} tabIndex={-1} outline="none" textStyle="label" color="ink" mb="2">
        <Trans>Active links</Trans>
      </chakra.h3>
      <chakra.div borderWidth="1px" borderColor="line" borderRadius="md" maxH="80" overflowY="auto">
        {error && <LoadingFailed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonRows rows={1} />}
        {links?.length === 0 && (
          <chakra.p p="4" textStyle="small">
            <Trans>No active links</Trans>
          </chakra.p>
        )}
        {links && links.length > 0 && (
          <List>
            {links.map((link) => (
              <GuestLinkRow
                key={link.id}
                link={link}
                own={own}
                onRevoked={() => {
                  revoked.current = true;
                }}
              />
            ))}
          </List>
        )}
      </chakra.div>
    </chakra.section>
  );
};
