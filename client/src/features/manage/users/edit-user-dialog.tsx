import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '#client/api/api-types.ts';
import type { Tagged } from '#client/api/call-api.ts';
import { SendDialog } from '#client/features/manage/form/send-dialog.tsx';
import { useEditForm } from '#client/features/manage/form/use-edit-form.tsx';
import { Versioned } from '#client/features/manage/form/versioned.tsx';
import { CustomerName } from '#client/features/manage/shell/customer-name.tsx';
import { useNamed } from '#client/i18n/use-named.ts';
import { UserFields } from './user-fields.tsx';
import { UserFormSchema, userBody, userTexts } from './user-form.ts';

export interface EditUserDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Changes a user, who is read first. */
export const EditUserDialog = ({ id, onClose }: EditUserDialogProps) => {
  const { t } = useLingui();
  return (
    <Versioned path="users" id={id} title={t`Edit the user`} onClose={onClose}>
      {(version) => <EditForm version={version} onClose={onClose} />}
    </Versioned>
  );
};

export interface UserMovedProps {
  /** As it stands in a sentence. */
  readonly name: string;
  readonly customerName: string | null;
}

export const UserMoved = ({ name, customerName }: UserMovedProps) => (
  <Trans>
    {name} was moved to {customerName}
  </Trans>
);

interface EditFormProps {
  readonly version: Tagged<User>;
  readonly onClose: () => void;
}

const EditForm = ({ version, onClose }: EditFormProps) => {
  const { t } = useLingui();
  const named = useNamed();
  const form = useEditForm({
    path: 'users',
    id: version.item.id,
    version,
    schema: UserFormSchema,
    textsOf: userTexts,
    bodyOf: userBody,
    onSaved: onClose,
    // A new address has been sent a mail.
    told: {
      done: ({ name: shown, customerName }, properties) => {
        const name = named({ kind: 'user', name: shown });
        if (properties.includes('customer')) return <UserMoved name={name} customerName={customerName} />;
        return <Trans>{name} was changed</Trans>;
      },
      undoable: ['nickname', 'lang', 'customer'],
    },
    labels: {
      email: t`E-mail address`,
      nickname: t`Name`,
      lang: t`Language of e-mails`,
      customer: t`Customer`,
    },
    wordsOf: (field, text) => {
      if (field === 'customer') return <CustomerName id={text} />;
      return field === 'lang' ? (text === 'ja' ? '日本語' : 'English') : null;
    },
  });
  return (
    <>
      <SendDialog title={t`Edit the user`} form={form} submitLabel={t`Save`} onClose={onClose}>
        <UserFields
          form={form}
          texts={form.texts}
          mailHint={t`A new address counts once the link mailed to it has been followed.`}
        />
      </SendDialog>
      {form.question}
    </>
  );
};
