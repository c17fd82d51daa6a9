import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { guestLinksQuery } from '#client/api/queries/groups.ts';
import { List } from '#client/ui/list.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { GuestLinkRow } from './guest-link-row.tsx';

export interface GuestLinkListProps {
  /** Null: links with which guests call the user. */
  readonly groupId: string | null;
}

/** The links that work, each of which can be limited and revoked. */
export const GuestLinkList = ({ groupId }: GuestLinkListProps) => {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(guestLinksQuery(groupId));
  return (
    <chakra.section aria-label={t`Active links`}>
      <chakra.h3 textStyle="label" color="ink" mb="2">
        <Trans>Active links</Trans>
      </chakra.h3>
      <chakra.div borderWidth="1px" borderColor="line" borderRadius="md" maxH="64" overflowY="auto">
        {error && <LoadingFailed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonRows rows={1} />}
        {data?.length === 0 && (
          <chakra.p p="4" textStyle="small">
            <Trans>No active links</Trans>
          </chakra.p>
        )}
        {data && data.length > 0 && (
          <List>
            {data.map((link) => (
              <GuestLinkRow key={link.id} link={link} />
            ))}
          </List>
        )}
      </chakra.div>
    </chakra.section>
  );
};
