import { Trans, useLingui } from '@lingui/react/macro';
import { errorText } from '#client/i18n/error-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Page, Panel } from '#client/ui/panel.tsx';
import { InviteButton, PairList } from './pair-list.tsx';
import { useOwnUser } from './use-own-user.ts';
import { useServices } from './use-services.ts';

/** `/user/videochat`. */
export const VideoChatPage = () => {
  const { t, i18n } = useLingui();
  const user = useOwnUser();
  const { services } = useServices();
  return (
    <Page width="page">
      <PageHeading
        title={t`1-to-1 chat`}
        lead={<Trans>Choose whom to call. Picture and sound go straight from you to them.</Trans>}
        actions={<InviteButton />}
      />
      {services?.video === false && <Banner tone="warning">{i18n._(errorText['service-disabled'])}</Banner>}
      <Panel padding="none" mt={services?.video === false ? '4' : '0'} aria-label={t`People and devices`}>
        <PairList userId={user.id} callable={services?.video ?? false} />
      </Panel>
    </Page>
  );
};
