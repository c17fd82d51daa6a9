import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Group } from '#client/api/api-types.ts';
import { useConsoleAccount } from '#client/features/manage/shell/use-console-account.ts';
import { GuestLinkList } from '#client/stage/groups/guest-link-list.tsx';
import { NewLink } from '#client/stage/groups/new-guest-link.tsx';
import { Section } from '#client/ui/section.tsx';
import { idOfIri } from '#protocol/rest/field.ts';

/** The links that let strangers into the group's call. Only its owner makes them by hand; an invitation mails them to its guests. */
export const GroupGuestLinks = ({ group }: { readonly group: Group }) => {
  const { t } = useLingui();
  const account = useConsoleAccount();
  const isOwner = account.kind === 'manager' && account.user.id === idOfIri(group.owner);
  return (
    <Section title={t`Guest links`}>
      <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)" p={{ base: '4', md: '5' }}>
        <chakra.p textStyle="small" color="ink.muted">
          {isOwner ? (
            <Trans>
              Anyone with a link can join this group’s call. They enter a name and don’t need an account.
            </Trans>
          ) : (
            <Trans>
              Only the owner can create links to copy. To invite a guest, add their address to the group: each
              guest gets their own link.
            </Trans>
          )}
        </chakra.p>
        {isOwner && <NewLink groupId={group.id} />}
        <GuestLinkList groupId={group.id} own={isOwner} />
      </chakra.div>
    </Section>
  );
};
