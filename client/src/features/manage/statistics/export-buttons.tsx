import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { FileSpreadsheet, Image } from 'lucide-react';
import {
  RANKED_PAGE,
  readStatistics,
  type StatisticsQuery,
  type SummaryLine,
} from '#client/api/queries/manage/statistics.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { loadChunk } from '#client/load-chunk.ts';
import { Button } from '#client/ui/button.tsx';
import { csvText } from '#client/ui/csv-text.ts';
import { saveFile } from '#client/ui/save-file.ts';
import { addSnack } from '#client/ui/snacks.ts';
import { darkThemeAtom } from '#client/ui/ui-state.ts';
import { isRanked } from '#protocol/summary-kinds.ts';
import { exportName } from './export-name.ts';
import { figureOf, previousOf } from './figures.ts';
import { keyText } from './key-text.ts';
import { kindTexts, measureText } from './kinds.ts';
import { measuresOf, type StatisticsAddress } from './statistics-address.ts';

/** Lines of a ranking that are exported at most; the API has them all. */
const MOST_LINES = 5_000;

export interface ExportButtonsProps {
  readonly address: StatisticsAddress;
  readonly asked: StatisticsQuery;
  readonly lines: readonly SummaryLine[];
  readonly total: number;
  /** Name of the one customer; null: all; undefined until it is known. */
  readonly customer: string | null | undefined;
  readonly days: { readonly from: string; readonly to: string };
  /** The days that are shown and by which clock, in words. */
  readonly period: string;
  /** By which clock the lines are counted, in words; undefined: it says nothing about them. */
  readonly clock: string | undefined;
}

/** What is shown, as a table for spreadsheets and as a picture. */
export const ExportButtons = ({
  address,
  asked,
  lines,
  total,
  customer,
  days,
  period,
  clock,
}: ExportButtonsProps) => {
  const { t, i18n } = useLingui();
  const dark = useAtomValue(darkThemeAtom);
  const { kind, measure, compare } = address;
  const title = kindTexts.find((each) => each.kind === kind);
  const nameOf = (ending: string) => exportName({ kind, customer: customer ?? null, ...days }, ending);
  const onError = (error: unknown) => addSnack('error', i18n._(textOfError(error)));
  const csv = useMutation({
    onError,
    mutationFn: async () => {
      const all = isRanked(kind) ? await readAllPages(asked, total) : lines;
      const columns = measuresOf(kind);
      const before = t`Previous period`;
      const text = title ? i18n._(title.column) : kind;
      const content = csvText(
        [
          clock === undefined ? text : t`${text} (${clock})`,
          ...columns.map((each) => i18n._(measureText(kind, each))),
          ...(compare ? columns.map((each) => `${i18n._(measureText(kind, each))} (${before})`) : []),
        ],
        all.map((line) => [
          kind === 'byday' || kind === 'bymonth' || kind === 'bypeak'
            ? line.key
            : keyText(i18n, kind, line).full,
          ...columns.map((each) => figureOf(line, each)),
          ...(compare ? columns.map((each) => previousOf(line, each)) : []),
        ]),
      );
      saveFile(new Blob([content], { type: 'text/csv' }), nameOf('csv'));
    },
  });
  const png = useMutation({
    onError,
    mutationFn: async () => {
      const { statisticsImage } = await loadChunk(() => import('./statistics-image.ts'));
      const texts = [...new Set([title ? i18n._(title.label) : kind, i18n._(measureText(kind, measure))])];
      const heading = [customer ?? t`All customers`, period];
      const image = { i18n, address, lines, title: texts.join(' · '), heading, dark };
      saveFile(await statisticsImage(image), nameOf('png'));
    },
  });
  const waiting = customer === undefined;
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        disabled={waiting}
        loading={csv.isPending}
        onClick={() => csv.mutate()}
      >
        <FileSpreadsheet aria-hidden />
        {t`Export CSV`}
      </Button>
      <Button
        size="sm"
        variant="outline"
        disabled={waiting}
        loading={png.isPending}
        onClick={() => png.mutate()}
      >
        <Image aria-hidden />
        {t`Save as PNG`}
      </Button>
    </>
  );
};

async function readAllPages(asked: StatisticsQuery, total: number): Promise<readonly SummaryLine[]> {
  const pages = Math.ceil(Math.min(total, MOST_LINES) / RANKED_PAGE);
  const lines: SummaryLine[] = [];
  for (let page = 1; page <= pages; page += 1)
    lines.push(...(await readStatistics({ ...asked, page })).lines);
  return lines;
}
