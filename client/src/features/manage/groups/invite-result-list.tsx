import { chakra } from '@chakra-ui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { groupInvitationText } from '#client/i18n/error-text.ts';
import { useLostFocus } from '#client/stage/use-lost-focus.ts';
import type { InviteResult } from './invite-results.ts';

/** How it went for each one, failures first. Takes the focus if the button that sent the invitations had it and is gone. */
export const InviteResults = ({ results }: { readonly results: readonly InviteResult[] }) => {
  const { i18n } = useLingui();
  const summary = useLostFocus<HTMLParagraphElement>();
  const failed = results.filter(({ code }) => code !== null);
  const sent = results.filter(({ code }) => code === null);
  return (
    <>
      <chakra.p ref={summary} role="status" tabIndex={-1} outline="none">
        {sent.length > 0 && (
          <Plural
            value={sent.length}
            one="# invitation is on its way."
            other="# invitations are on their way."
          />
        )}{' '}
        {failed.length > 0 && <Trans>Some members couldn’t be invited:</Trans>}
      </chakra.p>
      <chakra.ul
        listStyle="none"
        m="0"
        p="0"
        display="grid"
        gap="2"
        maxH="50dvh"
        overflowY="auto"
        color="ink"
      >
        {[...failed, ...sent].map(({ invitee, code }) => (
          <chakra.li
            key={invitee.kind === 'member' ? invitee.pair : invitee.label}
            display="flex"
            gap="3"
            data-testid={code ?? 'invited'}
          >
            <chakra.span flexShrink="0" pt="0.5" color={code ? 'danger' : 'success'}>
              {code ? <CircleAlert size={18} aria-hidden /> : <CircleCheck size={18} aria-hidden />}
            </chakra.span>
            <chakra.span minW="0">
              <chakra.span display="block" fontWeight="medium">
                {invitee.label}
              </chakra.span>
              <chakra.span display="block" textStyle="small" color={code ? 'danger' : 'ink.muted'}>
                {code ? i18n._(groupInvitationText[code]) : <Trans>Invitation sent</Trans>}
              </chakra.span>
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
    </>
  );
};
