import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { User } from '#client/api/api-types.ts';
import type { Tagged } from '#client/api/call-api.ts';
import { managedUserQuery } from '#client/api/queries/manage/users.ts';
import { SendDialog } from '#client/features/manage/form/send-dialog.tsx';
import { useEditForm } from '#client/features/manage/form/use-edit-form.tsx';
import { CustomerName } from '#client/features/manage/shell/customer-name.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { UserFields } from './user-fields.tsx';
import { UserFormSchema, userBody, userTexts } from './user-form.ts';

export interface EditUserDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Changes a user, who is read first. */
export const EditUserDialog = ({ id, onClose }: EditUserDialogProps) => {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(managedUserQuery(id));
  if (data) return <EditForm version={data} onClose={onClose} />;
  return (
    <Dialog title={t`Edit the user`} onClose={onClose}>
      {error ? <LoadingFailed error={error} onRetry={() => void refetch()} /> : <SkeletonRows />}
    </Dialog>
  );
};

interface EditFormProps {
  readonly version: Tagged<User>;
  readonly onClose: () => void;
}

const EditForm = ({ version, onClose }: EditFormProps) => {
  const { t } = useLingui();
  const form = useEditForm({
    path: 'users',
    id: version.item.id,
    version,
    schema: UserFormSchema,
    textsOf: userTexts,
    bodyOf: userBody,
    onSaved: onClose,
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
