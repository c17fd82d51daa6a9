import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import type { SummaryLine } from '#client/api/queries/manage/statistics.ts';
import { figureOf, figureText } from './figures.ts';
import { weekdays } from './key-text.ts';
import type { StatisticsAddress } from './statistics-address.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** How much of the colour the fullest cell has: text stays readable on it in both themes. */
const STRONGEST = 38;

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

export interface HeatMapProps {
  readonly address: StatisticsAddress;
  /** 168, Sunday's first. */
  readonly lines: readonly SummaryLine[];
  readonly caption: string;
}

/** A week by hours: each cell has its figure, and a tint of it. */
export const HeatMap = ({ address: { measure }, lines, caption }: HeatMapProps) => {
  const { i18n } = useLingui();
  const most = Math.max(1, ...lines.map((line) => figureOf(line, measure)));
  const byKey = new Map(lines.map((line) => [line.key, line]));
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
              const tint = Math.round((STRONGEST * value) / most);
              return (
                <td
                  key={hour}
                  data-none={value === 0 || undefined}
                  style={{ background: `color-mix(in srgb, var(--h-colors-primary) ${tint}%, transparent)` }}
                >
                  {figureText(i18n.locale, Math.round(value))}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Cells>
  );
};
