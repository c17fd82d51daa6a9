import { chakra } from '@chakra-ui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Group } from '#client/api/api-types.ts';
import { groupMembersQuery } from '#client/api/queries/groups.ts';
import { inviteToGroup } from '#client/api/queries/manage/groups.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { Progress } from '#client/ui/progress.tsx';
import { InviteResults } from './invite-result-list.tsx';
import {
  askedFor,
  type InviteResult,
  inviteesOf,
  resultsOf,
  retryableOf,
  withRetry,
} from './invite-results.ts';

export interface InviteDialogProps {
  readonly group: Group;
  readonly onClose: () => void;
}

/** Mails everyone of a group, tells of each how it went, and tries those again that failed and have an address, and no others. */
export const InviteDialog = ({ group, onClose }: InviteDialogProps) => {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const { data: pairs, error: unread, refetch } = useQuery(groupMembersQuery(group.id, group.owner));
  const [results, setResults] = useState<readonly InviteResult[] | null>(null);
  const everyone = inviteesOf(group, pairs ?? []);
  const failed = retryableOf(results ?? []);
  const invite = useMutation({
    mutationFn: async () => {
      if (results === null) return setResults(resultsOf(everyone, await inviteToGroup(group.id)));
      const answer = await inviteToGroup(group.id, askedFor(failed));
      setResults(withRetry(results, resultsOf(failed, answer)));
    },
    // Each guest has a new link.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['guest_links'] }),
  });
  const empty = pairs !== undefined && everyone.length === 0;
  return (
    <Dialog
      title={t`Invite to “${group.name}”`}
      width="36rem"
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            {results === null ? <Trans>Cancel</Trans> : <Trans>Close</Trans>}
          </Button>
          {results === null && (
            <Button loading={invite.isPending} disabled={!pairs || empty} onClick={() => invite.mutate()}>
              <Trans>Send invitations</Trans>
            </Button>
          )}
          {failed.length > 0 && (
            <Button loading={invite.isPending} onClick={() => invite.mutate()}>
              <Plural value={failed.length} one="Invite # again" other="Invite # again" />
            </Button>
          )}
        </>
      }
    >
      {(invite.isPending || (!pairs && !unread)) && <Progress label={t`Loading`} />}
      <chakra.div display="grid" gap="4">
        {unread && <LoadingFailed error={unread} onRetry={() => void refetch()} />}
        {invite.error && <Banner tone="error">{i18n._(textOfError(invite.error))}</Banner>}
        {results === null ? (
          <p>
            {empty ? (
              <Trans>No members yet. Add members or guests first.</Trans>
            ) : (
              <Trans>
                Members get an e-mail with a link to the call. Each guest gets their own link. Guest links
                sent earlier stop working.
              </Trans>
            )}
          </p>
        ) : (
          // Once nobody is left to be invited again, the button for that is gone.
          <InviteResults key={failed.length > 0 ? 'some' : 'all'} results={results} />
        )}
      </chakra.div>
    </Dialog>
  );
};
