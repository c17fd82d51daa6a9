import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Group } from '#client/api/api-types.ts';
import { GuestLinkList } from '#client/stage/groups/guest-link-list.tsx';
import { NewLink } from '#client/stage/groups/new-guest-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { GUEST_LINK_HOURS } from '#protocol/limits.ts';

export interface GuestLinksDialogProps {
  /** Null: links with which guests call the user. */
  readonly group: Pick<Group, 'id' | 'name'> | null;
  readonly onClose: () => void;
}

/** Makes, copies, mails and revokes links for people without an account. */
export const GuestLinksDialog = ({ group, onClose }: GuestLinksDialogProps) => {
  const { t } = useLingui();
  return (
    <Dialog
      title={group ? t`Guest links of ${group.name}` : t`Guest links to you`}
      width="36rem"
      onClose={onClose}
      actions={
        <Button variant="outline" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="5">
        <p>
          {group ? (
            <Trans>
              Anyone with a link can join this group’s call. They enter a name and don’t need an account.
            </Trans>
          ) : (
            <Trans>
              Anyone with a link can call you for {GUEST_LINK_HOURS} hours. They enter a name and don’t need
              an account.
            </Trans>
          )}
        </p>
        <NewLink groupId={group?.id ?? null} />
        <GuestLinkList groupId={group?.id ?? null} own />
      </chakra.div>
    </Dialog>
  );
};
