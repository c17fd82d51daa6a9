import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { callApi } from '#client/api/call-api.ts';
import { errorText, textOfError } from '#client/i18n/error-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { AppError } from '#protocol/app-error.ts';
import { AuthLayout } from './auth-layout.tsx';
import { AuthLink } from './auth-link.tsx';
import { type MailedLink, useMailedLink } from './link-query.ts';

/** `/user/mail/undo`: where the link in the notice to a former mail address leads. It signs everyone out, so there is a button. */
export const UndoMailPage = () => {
  const { t, i18n } = useLingui();
  const link = useMailedLink();
  return (
    <AuthLayout
      title={t`Keep your e-mail address`}
      lead={
        <Trans>
          Someone asked to change your e-mail address. If it wasn’t you, undo the change. You’ll keep this
          address, be signed out everywhere, and then set a new password.
        </Trans>
      }
      footer={
        <AuthLink to="/signin">
          <Trans>Back to sign-in</Trans>
        </AuthLink>
      }
    >
      {link ? <Undo link={link} /> : <Banner tone="error">{i18n._(errorText['undo-unknown'])}</Banner>}
    </AuthLayout>
  );
};

const Undo = ({ link: { token, target } }: { readonly link: MailedLink }) => {
  const { i18n } = useLingui();
  const undo = useMutation({ mutationFn: () => callApi('mailChanges.undo', { body: { token, target } }) });
  if (undo.isSuccess) {
    return (
      <chakra.div display="grid" gap="6">
        <Banner tone="success">
          <Trans>
            The change was undone. Set a new password to sign in. The old one no longer works, because someone
            else may know it.
          </Trans>
        </Banner>
        <Button size="lg" asChild>
          <Link to="/user/password/forgot">
            <Trans>Set a new password</Trans>
          </Link>
        </Button>
      </chakra.div>
    );
  }
  const used = undo.error instanceof AppError && undo.error.code === 'undo-used';
  return (
    <chakra.div display="grid" gap="6">
      {undo.error && <Banner tone={used ? 'info' : 'error'}>{i18n._(textOfError(undo.error))}</Banner>}
      {!used && (
        <Button size="lg" loading={undo.isPending} onClick={() => undo.mutate()}>
          <Undo2 aria-hidden />
          <Trans>Undo change</Trans>
        </Button>
      )}
    </chakra.div>
  );
};
