import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { todayQuery } from '#client/api/queries/manage/overview.ts';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { changeOf, changeText } from '#client/features/manage/statistics/figures.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { Section } from '#client/ui/section.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';

const Figures = chakra('table', {
  base: {
    width: 'full',
    borderCollapse: 'collapse',
    fontVariantNumeric: 'tabular-nums',
    '& th, & td': {
      px: { base: '1.5', sm: '4' },
      py: '2',
      textAlign: 'end',
      borderBottom: '1px solid',
      borderColor: 'line',
    },
    '& tr > :first-child': { ps: '4' },
    '& tr > :last-child': { pe: '4' },
    '& tbody th': { textAlign: 'start', fontWeight: 'medium' },
    '& thead th': { textStyle: 'caption', fontWeight: 'medium', color: 'ink.muted' },
    '& td[data-now]': { fontSize: '1.125rem', fontWeight: 'semibold' },
    '& td': { color: 'ink.muted' },
    '& td[data-now], & td[data-change]': { color: 'ink' },
  },
});

/** In per cent, as in the statistics; a dash where there was nothing before. */
const changeCell = (locale: string, now: number, before: number): string => {
  const change = changeOf(now, before);
  return change === null ? '–' : changeText(locale, change);
};

/** The day so far beside the same weekday last week, up to the same time of day. */
export const Today = ({ customerId }: { readonly customerId: string | null }) => {
  const { t, i18n } = useLingui();
  const language = useLanguage();
  const { data, error, refetch } = useQuery(todayQuery(customerId));
  const number = new Intl.NumberFormat(i18n.locale, { maximumFractionDigits: 0 });
  const row = (label: string, now: number, before: number) => (
    <tr>
      <th scope="row">{label}</th>
      <td data-now>{number.format(now)}</td>
      <td>{number.format(before)}</td>
      <td data-change>{changeCell(i18n.locale, now, before)}</td>
    </tr>
  );
  return (
    <Section
      title={t`Today`}
      actions={
        <chakra.span color="link" fontWeight="semibold" textStyle="small" asChild>
          <ConsoleLink to="/manager/statics">{t`Statistics`}</ConsoleLink>
        </chakra.span>
      }
    >
      {error && !data && <LoadingFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height="15rem" m="4" />}
      {data && (
        <>
          <chakra.p
            px="4"
            pt="3"
            pb="1"
            display="flex"
            alignItems="baseline"
            justifyContent="space-between"
            gap="3"
          >
            <chakra.span fontWeight="medium">
              <chakra.span color="link" textDecoration="underline" textUnderlineOffset="0.2em" asChild>
                <ConsoleLink to="/manager/live">{t`Calls in progress`}</ConsoleLink>
              </chakra.span>
            </chakra.span>
            <chakra.strong
              fontSize="1.5rem"
              lineHeight="1.2"
              fontWeight="semibold"
              data-testid="calls-in-progress"
            >
              {number.format(data.inProgress)}
            </chakra.strong>
          </chakra.p>
          <Figures>
            <chakra.caption srOnly>{t`Today compared with the same weekday last week`}</chakra.caption>
            <thead>
              <tr>
                <td />
                <th scope="col">{t`Today`}</th>
                <th scope="col">{t`Same day last week`}</th>
                <th scope="col">{t`Change`}</th>
              </tr>
            </thead>
            <tbody>
              {row(t`Calls`, data.today.calls, data.lastWeek.calls)}
              {row(t`Participations`, data.today.count, data.lastWeek.count)}
              {row(t`Guests`, data.today.guests, data.lastWeek.guests)}
              {row(t`Minutes`, data.today.minutes, data.lastWeek.minutes)}
              {row(t`Failed calls`, data.today.failed, data.lastWeek.failed)}
            </tbody>
          </Figures>
          <chakra.p px="4" py="2" textStyle="caption" color="ink.subtle">
            <Trans>
              Up to the same time of day. A call in progress counts as soon as someone has left it. Updated{' '}
              <RelativeTime time={data.at} language={language} />.
            </Trans>
          </chakra.p>
        </>
      )}
    </Section>
  );
};
