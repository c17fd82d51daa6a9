import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type StatisticsQuery, setUpTimesQuery } from '#client/api/queries/manage/statistics.ts';
import { secondsText } from './measured-text.ts';

/** What half, and nearly all, had to wait for media, beside the chart that shows how it is spread. */
export const SetUpSentence = ({ asked }: { readonly asked: StatisticsQuery }) => {
  const { i18n } = useLingui();
  const { data } = useQuery(setUpTimesQuery(asked));
  if (!data || data.medianMs === null || data.p95Ms === null) return null;
  const median = secondsText(i18n.locale, data.medianMs);
  const most = secondsText(i18n.locale, data.p95Ms);
  const { previous } = data;
  const [before, mostBefore] = [previous?.medianMs ?? null, previous?.p95Ms ?? null].map(
    (ms) => ms !== null && secondsText(i18n.locale, ms),
  );
  return (
    <chakra.p mb="3" color="ink.muted" textStyle="small">
      <Trans>
        Median: {median} · 95% within {most}
      </Trans>
      {before && mostBefore && (
        <>
          {' · '}
          <Trans>
            the period before: {before}, {mostBefore}
          </Trans>
        </>
      )}
    </chakra.p>
  );
};
