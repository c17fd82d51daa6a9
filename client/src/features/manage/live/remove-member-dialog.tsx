import { Trans, useLingui } from '@lingui/react/macro';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import type { ManagedCall, ManagedMember } from '#protocol/signal/manage.ts';
import { useCallNames } from './call-name.ts';
import { noteClosing } from './closing.ts';
import { sendManagerRequest } from './send-manager-request.ts';
import { useManagerAction } from './use-manager-action.tsx';

export interface RemoveMemberDialogProps {
  readonly call: ManagedCall;
  readonly member: ManagedMember;
  readonly onClose: () => void;
}

/** Asks before it puts someone out of a call. */
export const RemoveMemberDialog = ({ call, member, onClose }: RemoveMemberDialogProps) => {
  const { t } = useLingui();
  const name = useCallNames().personInSentence(member);
  const endsCall = call.kind === 'direct' && call.size <= 2;
  const { isPending, mutate } = useManagerAction(
    async () => {
      const { memberId } = member;
      await sendManagerRequest('manage.removeMember', { callId: call.callId, memberId });
      noteClosing(call, endsCall ? undefined : memberId);
    },
    { done: <Trans>{name} is no longer in the call.</Trans>, onClose },
  );
  return (
    <ConfirmDialog
      title={t`Remove ${name} from the call?`}
      confirmLabel={t`Remove`}
      dangerous
      busy={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      {endsCall ? (
        <Trans>This ends the call, as only two people are in it.</Trans>
      ) : call.kind === 'direct' ? (
        <Trans>They are told that a manager did this. The others stay in the call.</Trans>
      ) : (
        <Trans>They are told that a manager did this, and can’t come back into this call.</Trans>
      )}
    </ConfirmDialog>
  );
};
