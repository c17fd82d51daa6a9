import { chakra } from '@chakra-ui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { Group } from '#client/api/api-types.ts';
import { callApi } from '#client/api/call-api.ts';
import { groupInvitationText, textOfError } from '#client/i18n/error-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Progress } from '#client/ui/progress.tsx';

/** Mails everyone of a group, and tells who could not be reached and why. */
export const InviteDialog = ({ group, onClose }: { readonly group: Group; readonly onClose: () => void }) => {
  const { t, i18n } = useLingui();
  const invite = useMutation({
    mutationFn: () => callApi('groups.invite', { parameters: { id: group.id } }),
  });
  const { data } = invite;
  const empty = group.memberPairs.length + group.guests.length === 0;
  return (
    <Dialog
      title={t`Invite to “${group.name}”`}
      onClose={onClose}
      actions={
        data ? (
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        ) : (
          <>
            <Button variant="outline" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button loading={invite.isPending} disabled={empty} onClick={() => invite.mutate()}>
              <Trans>Send invitations</Trans>
            </Button>
          </>
        )
      }
    >
      {invite.isPending && <Progress label={t`Sending the invitations`} />}
      <chakra.div display="grid" gap="4" aria-live="polite">
        {invite.error && <Banner tone="error">{i18n._(textOfError(invite.error))}</Banner>}
        {!data && (
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
        )}
        {data && data.invited > 0 && (
          <Banner tone="success">
            <Plural
              value={data.invited}
              one="# invitation is on its way."
              other="# invitations are on their way."
            />
          </Banner>
        )}
        {data && data.failures.length > 0 && (
          <Banner tone="error">
            <p>
              <Trans>Some members couldn’t be invited:</Trans>
            </p>
            <chakra.ul m="0" mt="2" ps="5">
              {data.failures.map(({ label, code }) => (
                <li key={label}>
                  <Failure label={label} reason={i18n._(groupInvitationText[code])} />
                </li>
              ))}
            </chakra.ul>
          </Banner>
        )}
      </chakra.div>
    </Dialog>
  );
};

const Failure = ({ label, reason }: { readonly label: string; readonly reason: string }) => (
  <Trans>
    <strong>{label}</strong>: {reason}
  </Trans>
);
