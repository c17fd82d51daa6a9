import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#client/api/call-api.ts';
import { currentUserQuery } from '#client/api/queries/current-user.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Page, Panel } from '#client/ui/panel.tsx';
import { PrivacyLink } from './privacy-link.tsx';
import { TermsText } from './terms-text.tsx';

export interface TermsGateProps {
  /** Signs out. */
  readonly onDisagree: () => void;
  readonly leaving: boolean;
}

/** In the place of every screen of a user who has not agreed to the terms as they are now. */
export const TermsGate = ({ onDisagree, leaving }: TermsGateProps) => {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const agree = useMutation({
    mutationFn: () => callApi('users.agreeToTerms', {}),
    onSuccess: (user) => queryClient.setQueryData(currentUserQuery().queryKey, user),
  });
  return (
    <Page width="prose">
      <PageHeading
        title={t`Terms of service`}
        lead={
          <Trans>Read and agree to the terms to continue. If you don’t agree, you’ll be signed out.</Trans>
        }
      />
      <Panel padding="none">
        <chakra.div p={{ base: '5', md: '8' }}>
          <TermsText />
          <chakra.p mt="6">
            <PrivacyLink />
          </chakra.p>
        </chakra.div>
        <chakra.div
          position="sticky"
          bottom="0"
          display="grid"
          gap="3"
          px={{ base: '5', md: '8' }}
          py="4"
          bg="contents.raised"
          borderTop="1px solid"
          borderColor="line"
          borderBottomRadius="lg"
          pb="max(1rem, env(safe-area-inset-bottom))"
        >
          {agree.error && <Banner tone="error">{i18n._(textOfError(agree.error))}</Banner>}
          <chakra.div display="flex" gap="3" justifyContent="flex-end" flexWrap="wrap">
            <Button variant="outline" loading={leaving} onClick={onDisagree}>
              <Trans>Disagree and sign out</Trans>
            </Button>
            <Button loading={agree.isPending} onClick={() => agree.mutate()}>
              <Trans>Agree</Trans>
            </Button>
          </chakra.div>
        </chakra.div>
      </Panel>
    </Page>
  );
};
