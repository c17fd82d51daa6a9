import { Trans, useLingui } from '@lingui/react/macro';
import { createContext, type ReactNode, useContext, useState } from 'react';
import type { Pair } from '#client/api/api-types.ts';
import { deleteItem } from '#client/api/call-api.ts';
import { pairName } from '#client/api/pair-name.ts';
import { useAddressDialog, usePlainDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { ConfirmChange } from '#client/ui/confirm-change.tsx';
import { EditPairDialog } from './edit-pair-dialog.tsx';
import { EDIT_PAIR } from './edit-pair-link.tsx';
import { InviteDialog, type PairOwner } from './invite-dialog.tsx';

const AskContext = createContext<((pair: Pair) => void) | null>(null);

/** Asks whether a pair is to be deleted; within `PairDialogs`. */
export function useAskPair(): (pair: Pair) => void {
  const ask = useContext(AskContext);
  if (!ask) throw new Error('Questions about pairs are asked within PairDialogs');
  return ask;
}

export interface PairDialogsProps {
  readonly children: ReactNode;
  /** Who invites, on the page of one user or device. */
  readonly owner?: PairOwner;
}

/** The dialogs about pairs, outside of the rows and menus that open them. */
export const PairDialogs = ({ children, owner }: PairDialogsProps) => {
  const [asked, setAsked] = useState<Pair | null>(null);
  const invite = usePlainDialog('invite');
  const edit = useAddressDialog(EDIT_PAIR);
  return (
    <AskContext value={setAsked}>
      {children}
      {invite.isOpen && <InviteDialog owner={owner} onClose={invite.close} />}
      {edit.value && <EditPairDialog key={edit.value} id={edit.value} onClose={edit.close} />}
      {asked && <DeleteQuestion pair={asked} onClose={() => setAsked(null)} />}
    </AskContext>
  );
};

interface DeleteQuestionProps {
  readonly pair: Pair;
  readonly onClose: () => void;
}

const DeleteQuestion = ({ pair, onClose }: DeleteQuestionProps) => {
  const { t } = useLingui();
  const [one, other] = [pair.ownerName, pairName(pair)];
  return (
    <ConfirmChange
      title={t`Delete the pair of ${one} and ${other}?`}
      confirmLabel={t`Delete`}
      queryKey="pairs"
      change={() => deleteItem('pairs', pair.id)}
      done={<Trans>Pair deleted</Trans>}
      onClose={onClose}
    >
      <Trans>
        They can’t call each other any more, and the pair is removed from its groups. This can’t be undone.
      </Trans>
    </ConfirmChange>
  );
};
