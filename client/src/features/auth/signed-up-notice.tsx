import { chakra } from '@chakra-ui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { AuthLayout } from './auth-layout.tsx';

/** Time to read it (specification A5). */
const SECONDS_TO_SIGN_IN = 8;

/** After signing up: what to do next, and on to sign-in by itself. */
export const SignedUpNotice = ({ mail }: { readonly mail: string }) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [left, setLeft] = useState(SECONDS_TO_SIGN_IN);
  useEffect(() => {
    if (left === 0) {
      void navigate('/signin');
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, navigate]);
  return (
    <AuthLayout title={t`Welcome to Hibiki`}>
      <chakra.div display="grid" gap="6">
        <Banner tone="success">
          <Trans>
            Account created. We sent a link to <strong>{mail}</strong>. Open it to verify your e-mail address.
          </Trans>
        </Banner>
        <chakra.p color="ink.muted">
          <Plural
            value={left}
            one="You’ll be taken to sign-in in # second."
            other="You’ll be taken to sign-in in # seconds."
          />
        </chakra.p>
        <Button variant="outline" asChild>
          <Link to="/signin">
            <Trans>Go there now</Trans>
          </Link>
        </Button>
      </chakra.div>
    </AuthLayout>
  );
};
