import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Bell, Check } from 'lucide-react';
import type { Notification } from '#client/api/api-types.ts';
import { callApi } from '#client/api/call-api.ts';
import { unreadNotificationsQuery } from '#client/api/queries/unread-notifications.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { List } from '#client/ui/list.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { Section } from '#client/ui/section.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { useChange } from '#client/ui/use-change.ts';

/** Unread notifications: missed calls and messages from managers. Not shown when there are none. */
export const Notices = () => {
  const { t } = useLingui();
  const { data } = useQuery(unreadNotificationsQuery());
  if (!data || data.total === 0) return null;
  return (
    <Section
      title={t`Notifications`}
      actions={
        <TextLink to="/user/notifications">
          <Trans>All notifications</Trans>
        </TextLink>
      }
    >
      <List>
        {data.newest.map((notification) => (
          <NoticeRow key={notification.id} notification={notification} />
        ))}
      </List>
      {data.total > data.newest.length && (
        <chakra.p textStyle="small" color="ink.muted" px="5" py="3" borderTop="1px solid" borderColor="line">
          <Trans>{data.total - data.newest.length} more unread</Trans>
        </chakra.p>
      )}
    </Section>
  );
};

const NoticeRow = ({ notification }: { readonly notification: Notification }) => {
  const { t } = useLingui();
  const language = useLanguage();
  const read = useChange('notifications', () =>
    callApi('notifications.markRead', { parameters: { id: notification.id } }),
  );
  const title = notification.title[language];
  const contents = notification.contents[language];
  return (
    <chakra.li display="flex" gap="3" ps="5" pe="2" py="3" alignItems="flex-start">
      <chakra.span color="primary" pt="0.5" display="flex">
        <Bell size={18} aria-hidden />
      </chakra.span>
      <chakra.div flex="1" minW="0" textStyle="small">
        <chakra.p fontWeight="semibold">{title}</chakra.p>
        {contents && (
          <chakra.p color="ink.muted" lineClamp="2">
            {contents}
          </chakra.p>
        )}
        <chakra.p color="ink.subtle" textStyle="caption">
          <RelativeTime time={notification.datetime} language={language} />
        </chakra.p>
      </chakra.div>
      <IconButton
        label={t`Mark “${title}” as read`}
        size="sm"
        loading={read.isPending}
        onClick={() => read.mutate()}
      >
        <Check />
      </IconButton>
    </chakra.li>
  );
};
