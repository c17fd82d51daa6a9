import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { summaryKinds } from '#protocol/summary-kinds.ts';
import { DaysFields } from './days-fields.tsx';
import { kindTexts, measureText } from './kinds.ts';
import {
  measures,
  measuresOf,
  type StatisticsAddress,
  type StatisticsPeriod,
  spansOf,
  withKind,
} from './statistics-address.ts';

/** In place of a span: the days from one to another. */
const DAYS = 'days';

/** The height of a field and the gap below it. */
const LABEL_HEIGHT = '1.6rem';

export interface ControlsProps {
  readonly address: StatisticsAddress;
  readonly onChange: (address: StatisticsAddress) => void;
  /** Whether the days in the fields are no period, so that the figures are still of the former one. */
  readonly onUnfit: (unfit: boolean) => void;
  /** Days to begin with, where they are chosen for the first time. */
  readonly shownDays: { readonly from: string; readonly to: string };
}

/** What is counted, over which time. */
export const Controls = ({ address, onChange, onUnfit, shownDays }: ControlsProps) => {
  const { t, i18n } = useLingui();
  const { kind, measure, period, compare } = address;
  const change = (part: Partial<StatisticsAddress>) => onChange({ ...address, page: 1, ...part });
  const spans = spansOf(kind);
  const shown = period.kind === 'last' && !spans.includes(period.span) ? [...spans, period.span] : spans;
  const setSpan = (value: string) => {
    const next: StatisticsPeriod =
      value === DAYS ? { kind: 'days', ...shownDays } : { kind: 'last', span: Number(value) };
    change({ period: next });
  };
  const inRow = period.kind === 'last';
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="flex-start" columnGap="3" rowGap="2" mb="3">
      <chakra.div width={{ base: 'full', sm: '15.5rem' }}>
        <SelectField
          label={t`Breakdown`}
          value={kind}
          options={kindTexts.map(({ kind: value, label }) => ({ value, label: i18n._(label) }))}
          onChange={({ target }) => {
            const next = summaryKinds.find((each) => each === target.value);
            if (next) onChange(withKind(address, next));
          }}
        />
      </chakra.div>
      <chakra.div width={{ base: 'calc(50% - 0.375rem)', sm: '11rem' }}>
        <SelectField
          label={t`Figure`}
          value={measure}
          disabled={measuresOf(kind).length === 1}
          options={measuresOf(kind).map((value) => ({ value, label: i18n._(measureText(kind, value)) }))}
          onChange={({ target }) => {
            const next = measures.find((each) => each === target.value);
            if (next) change({ measure: next });
          }}
        />
      </chakra.div>
      <chakra.div width={{ base: 'calc(50% - 0.375rem)', sm: '11rem' }}>
        <SelectField
          label={t`Period`}
          value={period.kind === 'days' ? DAYS : String(period.span)}
          options={[
            ...shown.map((span) => ({
              value: String(span),
              label: kind === 'bymonth' ? t`Last ${span} months` : t`Last ${span} days`,
            })),
            { value: DAYS, label: t`Custom period` },
          ]}
          onChange={({ target }) => setSpan(target.value)}
        />
      </chakra.div>
      {period.kind === 'days' && (
        <DaysFields
          key={`${period.from} ${period.to}`}
          from={period.from}
          to={period.to}
          onChange={(days) => change({ period: { kind: 'days', ...days } })}
          onUnfit={onUnfit}
        />
      )}
      <chakra.div
        display="flex"
        alignItems="center"
        minH={{ base: '11', xl: inRow ? '12' : '11' }}
        flexBasis={{ base: 'full', xl: inRow ? 'auto' : 'full' }}
        mt={{ xl: inRow ? LABEL_HEIGHT : '0' }}
      >
        <Checkbox checked={compare} onChange={({ target }) => change({ compare: target.checked })}>
          <Trans>Compare with the previous period</Trans>
        </Checkbox>
      </chakra.div>
    </chakra.div>
  );
};
