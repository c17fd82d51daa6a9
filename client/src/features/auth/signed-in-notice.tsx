import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { useNamed } from '#client/i18n/use-named.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';

export interface SignedInNoticeProps {
  readonly name: string;
  readonly target: string;
}

/** Above the form, for someone who is signed in already. */
export const SignedInNotice = ({ name: shown, target }: SignedInNoticeProps) => {
  const name = useNamed()({ kind: 'user', name: shown });
  return (
    <chakra.div mb="6">
      <Banner
        tone="info"
        action={
          <div>
            <Button size="sm" asChild>
              <Link to={target}>
                <Trans>Continue</Trans>
              </Link>
            </Button>
          </div>
        }
      >
        <Trans>You’re signed in as {name}.</Trans>
      </Banner>
    </chakra.div>
  );
};
