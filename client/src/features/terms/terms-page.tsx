import { Trans, useLingui } from '@lingui/react/macro';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Page, Panel } from '#client/ui/panel.tsx';
import { PrivacyLink } from './privacy-link.tsx';
import { PrivacyText, TermsText } from './terms-text.tsx';

/** `/terms`: to be read by anyone. */
export const TermsPage = () => {
  const { t } = useLingui();
  return (
    <Page width="prose">
      <PageHeading title={t`Terms of service`} lead={<PrivacyLink />} />
      <Panel padding="lg">
        <TermsText />
      </Panel>
    </Page>
  );
};

/** `/privacy`. */
export const PrivacyPage = () => {
  const { t } = useLingui();
  return (
    <Page width="prose">
      <PageHeading
        title={t`Privacy policy`}
        lead={<Trans>What this service stores about you, and what it doesn’t.</Trans>}
      />
      <Panel padding="lg">
        <PrivacyText />
      </Panel>
    </Page>
  );
};
