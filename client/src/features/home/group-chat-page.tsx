import { Trans, useLingui } from '@lingui/react/macro';
import { errorText } from '#client/i18n/error-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Page, Panel } from '#client/ui/panel.tsx';
import { GroupList } from './group-list.tsx';
import { useOwnUser } from './use-own-user.ts';
import { useServices } from './use-services.ts';

/** `/user/groupchat`. */
export const GroupChatPage = () => {
  const { t, i18n } = useLingui();
  const user = useOwnUser();
  const { services } = useServices();
  return (
    <Page width="page">
      <PageHeading
        title={t`Group chat`}
        lead={<Trans>Choose a group to join. You see and hear everybody who is there.</Trans>}
      />
      {services?.group === false && <Banner tone="warning">{i18n._(errorText['service-disabled'])}</Banner>}
      <Panel padding="none" mt={services?.group === false ? '4' : '0'} aria-label={t`Groups`}>
        <GroupList userId={user.id} callable={services?.group ?? false} />
      </Panel>
    </Page>
  );
};
