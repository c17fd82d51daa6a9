import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { callApi } from '#client/api/call-api.ts';
import { type FreeQuery, listText } from '#client/api/query-string.ts';
import { useKnownZone } from '#client/features/manage/shell/use-zone.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { browserZone } from '#client/ui/time-zone.ts';
import { useChange } from '#client/ui/use-change.ts';
import type { ExportedResource } from '#protocol/rest/resources/export.ts';
import { exportedColumns } from './exported-columns.ts';
import type { ManageColumn } from './manage-column.ts';
import { orderOf, type TableLook, visibilityOf } from './use-table-memory.ts';

/** Without the line of headings: no spreadsheet takes more. */
const SPREADSHEET_ROWS = 1_048_575;

export interface ExportedList {
  readonly resource: ExportedResource;
  /** As the list was asked for; the page in it counts for nothing. */
  readonly query: FreeQuery;
}

export interface ExportButtonProps<Row> {
  readonly exported: ExportedList;
  readonly columns: readonly ManageColumn<Row>[];
  /** One of the list: which fields there are. */
  readonly row: Row;
  readonly look: TableLook;
  readonly total: number;
}

/** The whole list as a CSV with the columns as shown, downloaded by the browser itself. */
export const ExportButton = <Row extends object>({
  exported: { resource, query },
  columns,
  row,
  look,
  total,
}: ExportButtonProps<Row>) => {
  const { t } = useLingui();
  const label = t`Export CSV`;
  const zone = useKnownZone();
  const lang = useLanguage();
  const [asking, setAsking] = useState(false);
  const visible = visibilityOf(columns, look);
  const shown = orderOf(columns, look).filter((id) => visible[id]);
  const { isPending, mutate } = useChange('exports', async () => {
    const { url } = await callApi('exports.create', {
      body: {
        resource,
        query: listText(query),
        columns: exportedColumns(columns, shown, row),
        timeZone: zone ?? browserZone(),
        lang,
      },
    });
    download(url);
  });
  const start = () => {
    setAsking(false);
    mutate();
  };
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        px="3"
        loading={isPending}
        disabled={zone === null}
        // On a phone the words have no room beside the other tools.
        aria-label={label}
        onClick={() => (total > SPREADSHEET_ROWS ? setAsking(true) : start())}
      >
        <Download aria-hidden />
        <chakra.span css={{ '@media (max-width: 479.98px)': { display: 'none' } }}>{label}</chakra.span>
      </Button>
      {asking && (
        <ConfirmDialog
          title={t`Export more rows than a spreadsheet can open?`}
          confirmLabel={t`Export`}
          onConfirm={start}
          onCancel={() => setAsking(false)}
        >
          <Trans>
            The list has {total} rows. Excel and other spreadsheets open 1,048,576 of them at most. Narrow the
            list down, or open the file with another program.
          </Trans>
        </ConfirmDialog>
      )}
    </>
  );
};

/** The answer is an attachment: the page stays. */
function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
