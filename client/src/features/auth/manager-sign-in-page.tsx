import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { signInToConsole } from '#client/api/sign-in-to-console.ts';
import { AuthLayout } from './auth-layout.tsx';
import { AuthLink } from './auth-link.tsx';
import { redirectTarget } from './redirect-target.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignedInNotice } from './signed-in-notice.tsx';
import { useAccount } from './use-account.ts';

/** `/manager/signin`. */
export const ManagerSignInPage = () => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const account = useAccount();
  const target = redirectTarget(query, '/manager');
  // Anyone who signs in here is on the way to the next page, which may still be loading.
  const [attempted, setAttempted] = useState(false);
  return (
    <AuthLayout
      title={t`Manager sign-in`}
      lead={<Trans>For managers of users, devices and services.</Trans>}
      footer={
        <AuthLink to="/signin">
          <Trans>User sign-in</Trans>
        </AuthLink>
      }
    >
      {account?.isManager && account.verified === 'VERIFIED' && !attempted && (
        <SignedInNotice name={account.name} target={target} />
      )}
      <SignInForm
        signIn={signInToConsole}
        forgotLink={
          <AuthLink to="/manager/password/forgot">
            <Trans>Forgot password?</Trans>
          </AuthLink>
        }
        onAttempt={() => setAttempted(true)}
        onSignedIn={() => void navigate(target, { replace: true })}
      />
    </AuthLayout>
  );
};
