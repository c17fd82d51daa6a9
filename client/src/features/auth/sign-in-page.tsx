import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { signIn } from '#client/api/sign-in.ts';
import { AuthLayout } from './auth-layout.tsx';
import { AuthLink } from './auth-link.tsx';
import { redirectTarget } from './redirect-target.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignedInNotice } from './signed-in-notice.tsx';
import { UnverifiedNotice } from './unverified-notice.tsx';
import { useAccount } from './use-account.ts';

/** `/signin`. */
export const SignInPage = () => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const account = useAccount();
  const target = redirectTarget(query, '/user');
  // Anyone who wants to sign in as someone else can.
  const [other, setOther] = useState(false);
  // Anyone who signs in here is on the way to the next page, which may still be loading.
  const [attempted, setAttempted] = useState(false);

  if (account?.verified === 'UNVERIFIED' && !other) {
    return <UnverifiedNotice mail={account.email} onUseOther={() => setOther(true)} />;
  }
  return (
    <AuthLayout
      title={t`Sign in`}
      lead={<Trans>Welcome back.</Trans>}
      footer={
        <>
          <Trans>
            New here? <AuthLink to="/user/signup">Sign up</AuthLink>
          </Trans>
          <br />
          <AuthLink to="/selftest">
            <Trans>Check camera, audio and network</Trans>
          </AuthLink>
        </>
      }
    >
      {account?.verified === 'VERIFIED' && !attempted && (
        <SignedInNotice name={account.name} target={target} />
      )}
      <SignInForm
        signIn={signIn}
        forgotLink={
          <AuthLink to="/user/password/forgot">
            <Trans>Forgot password?</Trans>
          </AuthLink>
        }
        onAttempt={() => setAttempted(true)}
        onSignedIn={(user) => {
          setOther(false);
          if (user.verified === 'VERIFIED') void navigate(target, { replace: true });
        }}
      />
    </AuthLayout>
  );
};
