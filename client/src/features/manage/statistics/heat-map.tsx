import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { SummaryLine } from '#client/api/queries/manage/statistics.ts';
import { figureOf, figureText, previousOf } from './figures.ts';
import { HOURS, mostOf, STRONGEST, tintOf } from './heat-tint.ts';
import { weekdays } from './key-text.ts';
import { measureText } from './kinds.ts';
import type { StatisticsAddress } from './statistics-address.ts';

const Cells = chakra('table', {
  base: {
    borderCollapse: 'separate',
    borderSpacing: '2px',
    textStyle: 'caption',
    fontVariantNumeric: 'tabular-nums',
    width: 'full',
    minW: '56rem',
    '& th': { px: '1', height: '8', fontWeight: 'medium', color: 'ink.muted' },
    '& tbody th': {
      textAlign: 'start',
      pe: '2',
      position: 'sticky',
      insetInlineStart: '0',
      bg: 'contents',
      whiteSpace: 'nowrap',
    },
    '& td': { textAlign: 'center', height: '9', minW: '7', borderRadius: '3px', color: 'ink' },
    '& td[data-none]': { color: 'ink.subtle' },
  },
});

const tinted = (tint: number): string =>
  `color-mix(in srgb, var(--h-colors-primary) ${tint}%, var(--h-colors-contents))`;

export interface HeatMapProps {
  readonly address: StatisticsAddress;
  /** 168, Sunday's first. */
  readonly lines: readonly SummaryLine[];
  readonly caption: string;
}

/** A week by hours: each cell has its figure and a tint of it, and with a comparison the figure of the period before. */
export const HeatMap = ({ address: { measure, compare }, lines, caption }: HeatMapProps) => {
  const { t, i18n } = useLingui();
  const most = mostOf(lines, measure);
  const byKey = new Map(lines.map((line) => [line.key, line]));
  const text = (value: number) => figureText(i18n.locale, Math.round(value));
  return (
    <Cells>
      <chakra.caption srOnly>{caption}</chakra.caption>
      <thead>
        <tr>
          <td />
          {HOURS.map((hour) => (
            <th key={hour} scope="col">
              {hour}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weekdays(i18n.locale).map((name, day) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {HOURS.map((hour) => {
              const line = byKey.get(`${day}-${hour}`);
              const value = line ? figureOf(line, measure) : 0;
              const previous = line ? previousOf(line, measure) : null;
              return (
                <td
                  key={hour}
                  data-none={value === 0 || undefined}
                  style={{ background: tinted(tintOf(value, most)) }}
                >
                  {text(value)}
                  {compare && previous !== null && (
                    <chakra.span display="block" fontSize="0.6875rem" lineHeight="1.2" pb="1">
                      <chakra.span srOnly>{t`Previous period`}</chakra.span> {text(previous)}
                    </chakra.span>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Cells>
  );
};

/** What the tints mean. */
export const HeatLegend = ({ address: { kind, measure, compare }, lines }: Omit<HeatMapProps, 'caption'>) => {
  const { i18n } = useLingui();
  const [name, total] = [i18n._(measureText(kind, measure)), '0'];
  return (
    <chakra.p
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="4"
      mt="3"
      textStyle="caption"
      color="ink.muted"
    >
      <chakra.span display="inline-flex" alignItems="center" gap="2">
        <Trans>
          {name}: {total}
        </Trans>
        <chakra.span
          aria-hidden
          width="24"
          height="3"
          borderRadius="3px"
          borderWidth="1px"
          borderColor="line.control"
          style={{ background: `linear-gradient(to right, ${tinted(0)}, ${tinted(STRONGEST)})` }}
        />
        <chakra.span srOnly>–</chakra.span>
        {figureText(i18n.locale, Math.round(mostOf(lines, measure)))}
      </chakra.span>
      {compare && (
        <chakra.span>
          <Trans>Small figures: previous period</Trans>
        </chakra.span>
      )}
    </chakra.p>
  );
};
