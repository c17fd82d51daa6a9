import { Trans, useLingui } from '@lingui/react/macro';
import { createContext, type ReactNode, useContext, useState } from 'react';
import type { User } from '#client/api/api-types.ts';
import { deleteItem, mergeTagged } from '#client/api/call-api.ts';
import { useUndoable } from '#client/features/manage/form/use-undoable.ts';
import { CustomerDialog } from '#client/features/manage/shell/customer-dialog.tsx';
import { useAddressDialog, usePlainDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { useConsoleAccount } from '#client/features/manage/shell/use-console-account.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { ConfirmChange } from '#client/ui/confirm-change.tsx';
import { idOfIri, iri } from '#protocol/rest/field.ts';
import { AddUserDialog } from './add-user-dialog.tsx';
import { EditUserDialog, UserMoved } from './edit-user-dialog.tsx';

/** What cannot be undone, and is asked about; or where a user moves to. */
export type UserQuestion = { readonly kind: 'delete' | 'revoke' | 'move'; readonly user: User };

const AskContext = createContext<(question: UserQuestion) => void>(() => {});

/** Asks about a user; the menu that asks closes. */
export const useAskUser = () => useContext(AskContext);

export interface UserQuestionsProps {
  readonly children: ReactNode;
  readonly onDeleted?: () => void;
}

/** The dialogs about users, outside of the rows and menus that open them. */
export const UserQuestions = ({ children, onDeleted }: UserQuestionsProps) => {
  const [question, setQuestion] = useState<UserQuestion | null>(null);
  const add = usePlainDialog('add');
  const edit = useAddressDialog('edit');
  return (
    <AskContext value={setQuestion}>
      {children}
      {add.isOpen && <AddUserDialog onClose={add.close} />}
      {edit.value !== null && <EditUserDialog key={edit.value} id={edit.value} onClose={edit.close} />}
      {question?.kind === 'delete' && (
        <DeleteQuestion user={question.user} onClose={() => setQuestion(null)} onDeleted={onDeleted} />
      )}
      {question?.kind === 'revoke' && (
        <RevokeQuestion user={question.user} onClose={() => setQuestion(null)} />
      )}
      {question?.kind === 'move' && <MoveQuestion user={question.user} onClose={() => setQuestion(null)} />}
    </AskContext>
  );
};

interface QuestionProps {
  readonly user: User;
  readonly onClose: () => void;
}

const DeleteQuestion = ({
  user: { id, name },
  onClose,
  onDeleted,
}: QuestionProps & { readonly onDeleted: (() => void) | undefined }) => {
  const { t } = useLingui();
  const account = useConsoleAccount();
  const isOneself = account.kind === 'manager' && account.user.id === id;
  return (
    <ConfirmChange
      title={t`Delete “${name}”?`}
      confirmLabel={t`Delete`}
      queryKey="users"
      change={async () => {
        await deleteItem('users', id);
        onDeleted?.();
      }}
      done={<Trans>User deleted</Trans>}
      onClose={onClose}
    >
      {isOneself ? (
        <Trans>
          This is your own account. You’re signed out at once and lose all your pairs and groups. This can’t
          be undone.
        </Trans>
      ) : (
        <Trans>The user is signed out at once and loses all pairs and groups. This can’t be undone.</Trans>
      )}
    </ConfirmChange>
  );
};

/** Moves a user at once; undoing takes that back. */
const MoveQuestion = ({ user: { id, name: shown, customer: present }, onClose }: QuestionProps) => {
  const account = useConsoleAccount();
  const { mutate } = useUndoable('users');
  const name = useNamed()({ kind: 'user', name: shown });
  return (
    <CustomerDialog
      account={account}
      chosen={idOfIri(present)}
      onChoose={(chosen) => {
        onClose();
        if (!chosen || chosen.id === idOfIri(present)) return;
        mutate({
          id,
          body: { customer: iri('customers', chosen.id) },
          reverse: ({ customer }) => ({ customer }),
          done: <UserMoved name={name} customerName={chosen.name} />,
        });
      }}
      onClose={onClose}
    />
  );
};

const RevokeQuestion = ({ user, onClose }: QuestionProps) => {
  const { t } = useLingui();
  const { id } = user;
  const name = useNamed()({ kind: 'user', name: user.name });
  return (
    <ConfirmChange
      title={t`Revoke management from “${user.name}”?`}
      confirmLabel={t`Revoke`}
      queryKey="users"
      change={() => mergeTagged('users', id, { isManager: false })}
      done={<Trans>{name} is no longer a manager</Trans>}
      onClose={onClose}
    >
      <Trans>All customers are taken from this manager, who leaves the console at once.</Trans>
    </ConfirmChange>
  );
};
