import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { attentionQuery } from '#client/api/queries/manage/overview.ts';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { useConsoleAccount } from '#client/features/manage/shell/use-console-account.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { List } from '#client/ui/list.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { Section } from '#client/ui/section.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import type { AttentionRow } from '#protocol/rest/resources/attention.ts';
import { attentionLooks } from './attention-texts.tsx';

/** What needs attention, the gravest first; each number leads to what is behind it. */
export const Attention = ({ customerId }: { readonly customerId: string | null }) => {
  const { t, i18n } = useLingui();
  const { data, error, refetch } = useQuery(attentionQuery(customerId));
  const isAdmin = useConsoleAccount().kind === 'admin';
  const kinds = data?.kinds.filter(({ count }) => count > 0);
  return (
    <Section title={t`Needs attention`}>
      {error && !data && <LoadingFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={2} />}
      {kinds?.length === 0 && (
        <chakra.p display="flex" alignItems="center" gap="3" p="4" color="success" fontWeight="medium">
          <CircleCheck size={20} aria-hidden />
          <Trans>Nothing needs your attention.</Trans>
        </chakra.p>
      )}
      {kinds && kinds.length > 0 && (
        <List>
          {kinds.map(({ kind, count, more, first }) => {
            const { icon: Icon, tone, text, list, item, name } = attentionLooks[kind];
            const opened = kind !== 'mails-failed' || isAdmin ? list : null;
            return (
              <chakra.li key={kind} display="flex" gap="3" px="4" py="3">
                <chakra.span color={tone} mt="0.5">
                  <Icon size={18} aria-hidden />
                </chakra.span>
                <chakra.div minW="0" flex="1">
                  <chakra.h3 textStyle="body" fontSize="0.9375rem" fontWeight="semibold">
                    {opened ? (
                      <chakra.span color="link" _hover={{ textDecoration: 'underline' }} asChild>
                        <ConsoleLink to={opened}>
                          {text(count)}
                          {more && <Trans> (more than were counted)</Trans>}
                        </ConsoleLink>
                      </chakra.span>
                    ) : (
                      text(count)
                    )}
                  </chakra.h3>
                  <chakra.ul listStyle="none" m="0" p="0" mt="1" textStyle="small" color="ink.muted">
                    {first.map((row) => (
                      <Row
                        key={`${row.item} ${row.name} ${row.since}`}
                        row={{ ...row, name: name ? name(i18n, row.name) : row.name }}
                        itemPath={item}
                      />
                    ))}
                  </chakra.ul>
                </chakra.div>
              </chakra.li>
            );
          })}
        </List>
      )}
    </Section>
  );
};

interface RowProps {
  readonly row: AttentionRow;
  readonly itemPath: (id: string) => string;
}

const Row = ({ row: { item, name, since }, itemPath }: RowProps) => {
  const language = useLanguage();
  return (
    <chakra.li display="flex" justifyContent="space-between" gap="3" minH="6" alignItems="center">
      <chakra.span minW="0" overflowWrap="anywhere">
        {item ? (
          <chakra.span color="ink" textDecoration="underline" textUnderlineOffset="0.2em" asChild>
            <ConsoleLink to={itemPath(item)}>{name}</ConsoleLink>
          </chakra.span>
        ) : (
          name
        )}
      </chakra.span>
      <chakra.span flexShrink="0" textStyle="caption" color="ink.subtle">
        {since ? <RelativeTime time={since} language={language} /> : <Trans>never seen</Trans>}
      </chakra.span>
    </chakra.li>
  );
};
