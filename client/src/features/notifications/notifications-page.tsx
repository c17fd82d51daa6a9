import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Bell, Check, CheckCheck } from 'lucide-react';
import type { Notification } from '#client/api/api-types.ts';
import { callApi, listItems } from '#client/api/call-api.ts';
import { notificationsQuery } from '#client/api/queries/notifications.ts';
import { unreadNotificationsQuery } from '#client/api/queries/unread-notifications.ts';
import type { Language } from '#client/i18n/language.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { List } from '#client/ui/list.tsx';
import { ListPanel } from '#client/ui/list-panel.tsx';
import { ListTools } from '#client/ui/list-tools.tsx';
import { Moment } from '#client/ui/moment.tsx';
import { NotificationText } from '#client/ui/notification-text.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { USUAL_PAGE_SIZE } from '#client/ui/page-size.ts';
import { Page } from '#client/ui/panel.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { useChange } from '#client/ui/use-change.ts';
import { useListState } from '#client/ui/use-list-state.ts';

/** As many as the API gives at once. */
const MOST = 100;

/** `/user/notifications`: what the user has been told, newest first. */
export const NotificationsPage = () => {
  const { t } = useLingui();
  const language = useLanguage();
  const list = useListState(USUAL_PAGE_SIZE);
  const unreadOnly = list.filter('show') === 'unread';
  const query = useQuery(notificationsQuery(list, unreadOnly));
  const unread = useQuery(unreadNotificationsQuery()).data?.total ?? 0;
  const found = list.search !== '';
  return (
    <Page width="page">
      <PageHeading
        title={t`Notifications`}
        lead={<Trans>Missed calls and messages from your managers.</Trans>}
        actions={unread > 0 && <ReadAll />}
      />
      <Tabs
        label={t`Notifications`}
        value={unreadOnly ? 'unread' : 'all'}
        tabs={[
          { value: 'all', label: <Trans>All</Trans> },
          {
            value: 'unread',
            label: (
              <chakra.span display="inline-flex" gap="2" alignItems="center">
                <Trans>Unread</Trans>
                {unread > 0 && <Badge tone="info">{unread}</Badge>}
              </chakra.span>
            ),
          },
        ]}
        onChange={(show) => list.setFilter('show', show === 'unread' ? 'unread' : '')}
      >
        <ListTools
          list={list}
          searchLabel={t`Search notifications`}
          sorts={[
            { field: 'datetime', direction: 'desc', label: t`Newest first` },
            { field: 'datetime', direction: 'asc', label: t`Oldest first` },
          ]}
        />
        <ListPanel
          label={t`Notifications`}
          list={list}
          query={query}
          empty={
            <EmptyState
              icon={<Bell aria-hidden />}
              title={
                found
                  ? t`No notifications found`
                  : unreadOnly
                    ? t`You’ve read everything`
                    : t`No notifications yet`
              }
            />
          }
        >
          {(notifications) => (
            <List>
              {notifications.map((notification) => (
                <Row key={notification.id} notification={notification} language={language} />
              ))}
            </List>
          )}
        </ListPanel>
      </Tabs>
    </Page>
  );
};

interface RowProps {
  readonly notification: Notification;
  readonly language: Language;
}

const Row = ({ notification, language }: RowProps) => {
  const { t } = useLingui();
  const read = useChange('notifications', () =>
    callApi('notifications.markRead', { parameters: { id: notification.id } }),
  );
  const title = notification.title[language];
  const contents = notification.contents[language];
  const { unread } = notification;
  return (
    <chakra.li display="flex" gap="3" ps={{ base: '4', md: '5' }} pe="2" py="4" alignItems="flex-start">
      <chakra.span
        mt="2"
        width="2.5"
        height="2.5"
        flexShrink="0"
        borderRadius="full"
        bg={unread ? 'primary' : 'transparent'}
        _highContrast={{ forcedColorAdjust: 'none', bg: unread ? 'CanvasText' : 'transparent' }}
        {...(unread && { role: 'img', 'aria-label': t`Unread` })}
      />
      <NotificationText
        title={title}
        contents={contents}
        time={<Moment time={notification.datetime} />}
        unread={unread}
      />
      {unread && (
        <IconButton
          label={t`Mark “${title}” as read`}
          size="sm"
          loading={read.isPending}
          onClick={() => read.mutate()}
        >
          <Check />
        </IconButton>
      )}
    </chakra.li>
  );
};

/** Marks everything that is unread, page by page. */
const readEverything = async (): Promise<void> => {
  for (;;) {
    const unread = await listItems('notifications', { unread: 'true', pageSize: MOST }, {});
    await Promise.all(
      unread['hydra:member'].map(({ id }) => callApi('notifications.markRead', { parameters: { id } })),
    );
    if (unread['hydra:member'].length < MOST) return;
  }
};

const ReadAll = () => {
  const read = useChange('notifications', readEverything);
  return (
    <Button variant="outline" loading={read.isPending} onClick={() => read.mutate()}>
      <CheckCheck aria-hidden />
      <Trans>Mark all as read</Trans>
    </Button>
  );
};
