import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { newestNotificationsQuery } from '#client/api/queries/manage/overview.ts';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { List } from '#client/ui/list.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { Section } from '#client/ui/section.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';

/** What the people of the customer are told, the newest first. */
export const NewestNotifications = () => {
  const { t } = useLingui();
  const language = useLanguage();
  const { customerIds } = useScope();
  const { data, error, refetch } = useQuery(newestNotificationsQuery(customerIds));
  return (
    <Section
      title={t`Newest notifications`}
      actions={
        <chakra.span color="link" fontWeight="semibold" textStyle="small" asChild>
          <ConsoleLink to="/manager/notifications">{t`All notifications`}</ConsoleLink>
        </chakra.span>
      }
    >
      {error && !data && <LoadingFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={2} />}
      {data?.length === 0 && (
        <chakra.p p="4" color="ink.muted" textStyle="small">
          <Trans>There are no notifications.</Trans>
        </chakra.p>
      )}
      {data && data.length > 0 && (
        <List>
          {data.map(({ id, title, datetime }) => (
            <chakra.li key={id} display="flex" justifyContent="space-between" gap="3" px="4" py="2.5">
              <chakra.span minW="0" overflowWrap="anywhere" textStyle="small" fontWeight="medium">
                {title[language]}
              </chakra.span>
              <chakra.span flexShrink="0" textStyle="caption" color="ink.subtle">
                <RelativeTime time={datetime} language={language} />
              </chakra.span>
            </chakra.li>
          ))}
        </List>
      )}
    </Section>
  );
};
