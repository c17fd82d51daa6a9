import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { SummaryLine } from '#client/api/queries/manage/statistics.ts';
import { changeOf, changeText, columnText, figureOf, previousOf, shareText } from './figures.ts';
import { FiguresTable } from './figures-table.tsx';
import { keyText } from './key-text.ts';
import { kindTexts, measureText } from './kinds.ts';
import { isFailure } from './reason-text.ts';
import { measuresOf, type StatisticsAddress } from './statistics-address.ts';
import { type TableColumn, tableColumns } from './table-columns.ts';
import { isByClock } from './zone-text.ts';

export interface LinesTableProps {
  readonly address: StatisticsAddress;
  readonly lines: readonly SummaryLine[];
  readonly caption: string;
  /** The line that the chart marks. */
  readonly active?: number | null;
  readonly onActive?: (index: number | null) => void;
  /** Bars in the cells, where there is no chart. */
  readonly bars?: boolean;
}

/** All figures in words: every one of a line, and with a comparison the chosen one of the period before. */
export const LinesTable = ({
  address: { kind, measure, compare },
  lines,
  caption,
  active = null,
  onActive,
  bars = false,
}: LinesTableProps) => {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const body = useRef<HTMLTableSectionElement>(null);
  const columns = tableColumns({ kind, measure, compare });
  const hasChoice = measuresOf(kind).length > 1;
  const column = kindTexts.find((each) => each.kind === kind)?.column;
  const isShort = kind === 'byhour' || lines[0]?.key.slice(0, 4) === lines.at(-1)?.key.slice(0, 4);
  const all = lines.reduce((sum, line) => sum + figureOf(line, measure), 0);
  const most = Math.max(1, ...lines.map((line) => figureOf(line, measure)));
  const nameOf = (line: SummaryLine): string => {
    const { full, row } = keyText(i18n, kind, line);
    return isShort ? (row ?? full) : full;
  };
  const headingOf = (each: TableColumn): string => {
    switch (each) {
      case 'previous':
        return t`Previous period`;
      case 'change':
        return t`Change`;
      case 'share':
        return t`Share`;
      default:
        return i18n._(measureText(kind, each));
    }
  };
  const cellOf = (line: SummaryLine, each: TableColumn): string => {
    const value = figureOf(line, measure);
    const previous = previousOf(line, measure);
    const change = changeOf(value, previous);
    switch (each) {
      case 'previous':
        return previous === null ? '–' : columnText(locale, previous, measure);
      case 'change':
        return change === null ? '–' : changeText(locale, change);
      case 'share':
        return all === 0 ? '–' : shareText(locale, value / all);
      default:
        return columnText(locale, figureOf(line, each), each);
    }
  };
  useEffect(() => {
    const row = active === null ? undefined : body.current?.rows[active];
    // Not where the pointer is in the table: it would move away from below it.
    if (row && !body.current?.matches(':hover')) row.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <FiguresTable>
      <chakra.caption srOnly>{caption}</chakra.caption>
      <thead>
        <tr>
          <th scope="col">{column && i18n._(column)}</th>
          {columns.map((each) => (
            <th key={each} scope="col" data-chosen={(each === measure && hasChoice) || undefined}>
              {headingOf(each)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body} onPointerLeave={() => onActive?.(null)}>
        {lines.map((line, index) => (
          <tr
            key={line.key}
            data-active={index === active || undefined}
            onPointerEnter={() => onActive?.(index)}
          >
            <th scope="row" data-time={isByClock(kind) || undefined}>
              {nameOf(line)}
              {kind === 'byreason' && isFailure(line.key) && (
                <TriangleAlert size={14} aria-label={t`Failed`} />
              )}
            </th>
            {columns.map((each) => (
              <td key={each}>
                {bars && each === measure && (
                  <span aria-hidden style={{ width: `${(100 * figureOf(line, each)) / most}%` }} />
                )}
                {cellOf(line, each)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </FiguresTable>
  );
};
