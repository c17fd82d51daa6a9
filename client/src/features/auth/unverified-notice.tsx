import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#client/ui/button.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { ResendVerification } from './resend-verification.tsx';

export interface UnverifiedNoticeProps {
  readonly mail: string;
  readonly onUseOther: () => void;
}

/** Signed in, but the mailed link has not been followed yet. */
export const UnverifiedNotice = ({ mail, onUseOther }: UnverifiedNoticeProps) => {
  const { t } = useLingui();
  return (
    <AuthLayout
      title={t`Verify your e-mail address`}
      lead={
        <Trans>
          We sent a link to <strong>{mail}</strong>. Open it to finish signing up. This page then continues
          automatically.
        </Trans>
      }
    >
      <chakra.div display="grid" gap="3">
        <ResendVerification mail={mail} />
        <Button variant="ghost" onClick={onUseOther}>
          <Trans>Use another account</Trans>
        </Button>
      </chakra.div>
    </AuthLayout>
  );
};
