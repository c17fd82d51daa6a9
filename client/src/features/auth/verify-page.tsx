import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { callApi } from '#client/api/call-api.ts';
import { asStep } from '#client/api/failed-step.ts';
import { currentUserQuery } from '#client/api/queries/current-user.ts';
import { readMissing } from '#client/api/queries/read-missing.ts';
import { untilAnswered } from '#client/api/query-client.ts';
import { errorText, textOfError } from '#client/i18n/error-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Waiting } from '#client/ui/waiting.tsx';
import { AppError } from '#protocol/app-error.ts';
import { AuthLayout } from './auth-layout.tsx';
import { type MailedLink, useMailedLink } from './link-query.ts';
import { ResendForm } from './resend-form.tsx';
import { useAccount } from './use-account.ts';

const verify = async ({ token, target, kind }: MailedLink): Promise<true> => {
  const body = { token, target };
  if (kind === 'admin') await callApi('admins.verify', { body });
  else if (kind === 'customer') await callApi('customers.verify', { body });
  else await callApi('users.verify', { body });
  return true;
};

/** `/user/verify`: where the link of the verification mail leads. */
export const VerifyPage = () => {
  const { t } = useLingui();
  const link = useMailedLink();
  return (
    <AuthLayout title={t`Verify your e-mail address`}>
      {link ? <Verification link={link} /> : <InvalidLink />}
    </AuthLayout>
  );
};

const Verification = ({ link }: { readonly link: MailedLink }) => {
  const { i18n } = useLingui();
  const queryClient = useQueryClient();
  // The link works once: the cache ensures one request for any number of renders.
  const { isSuccess, error } = useQuery({
    queryKey: ['verification', link],
    queryFn: () => asStep('verify-step-failed', verify(link)),
    ...untilAnswered,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
  useEffect(() => {
    if (isSuccess) void queryClient.invalidateQueries({ queryKey: currentUserQuery().queryKey });
  }, [isSuccess, queryClient]);

  if (isSuccess) {
    return (
      <chakra.div display="grid" gap="6">
        <Banner tone="success">
          <Trans>Your e-mail address is verified.</Trans>
        </Banner>
        <Onward />
      </chakra.div>
    );
  }
  if (error) {
    const code = error instanceof AppError ? error.code : null;
    return (
      <chakra.div display="grid" gap="6">
        <Banner tone={code === 'verification-used' ? 'info' : 'error'}>{i18n._(textOfError(error))}</Banner>
        {code === 'verification-expired' && link.kind !== 'customer' ? (
          <ResendForm kind={link.kind === 'admin' ? 'admin' : 'user'} />
        ) : (
          <Onward />
        )}
      </chakra.div>
    );
  }
  return (
    <Waiting onBack={() => readMissing(queryClient)}>
      <Trans>One moment…</Trans>
    </Waiting>
  );
};

const InvalidLink = () => {
  const { i18n } = useLingui();
  return (
    <chakra.div display="grid" gap="6">
      <Banner tone="error">{i18n._(errorText['verification-unknown'])}</Banner>
      <Onward />
    </chakra.div>
  );
};

const Onward = () => {
  const account = useAccount();
  return (
    <Button size="lg" asChild>
      {account?.verified === 'VERIFIED' ? (
        <Link to="/user">
          <Trans>Continue</Trans>
        </Link>
      ) : (
        <Link to="/signin">
          <Trans>Sign in</Trans>
        </Link>
      )}
    </Button>
  );
};
