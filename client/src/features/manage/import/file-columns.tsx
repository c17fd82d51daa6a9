import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useConsolePath, useScope } from '#client/features/manage/shell/use-scope.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { iri } from '#protocol/rest/field.ts';
import type { ImportedResource } from '#protocol/rest/resources/task.ts';
import { searchKey } from '#protocol/text.ts';
import { type ColumnMapping, guessMapping, isSpoiltByExcel, mappedRows } from './column-mapping.ts';
import type { FileTable } from './file-table.ts';
import { importKinds } from './import-kinds.ts';
import { MappingFields } from './mapping-fields.tsx';
import { useSendImport } from './use-send-import.ts';

export interface FileColumnsProps {
  readonly resource: ImportedResource;
  readonly fileName: string;
  readonly table: FileTable;
}

/** Which column is what; then the rows are sent and checked, and the page of the task goes on from there. */
export const FileColumns = ({ resource, fileName, table }: FileColumnsProps) => {
  const { i18n } = useLingui();
  const kind = importKinds[resource];
  const navigate = useNavigate();
  const pathOf = useConsolePath();
  const { customerId } = useScope();
  const [mapping, setMapping] = useState<ColumnMapping>(() =>
    guessMapping(
      table.headings,
      kind.fields.map(({ name, label, aliases }) => ({
        name,
        meanings: [name, i18n._(label), ...aliases].map(searchKey),
      })),
    ),
  );
  const file = useMemo(
    () => ({ fileName, rows: mappedRows(table, mapping), lines: table.lines }),
    [fileName, table, mapping],
  );
  // A pair belongs to the customer of its owner.
  const body =
    customerId === null || resource === 'pairs' ? undefined : { customer: iri('customers', customerId) };
  const { send, sent } = useSendImport(
    resource,
    body,
    (taskId) => void navigate(pathOf(`/manager/tasks/${taskId}`)),
  );
  const isComplete = kind.fields.every(({ name, required }) => !required || mapping[name] !== null);
  return (
    <>
      <MappingFields kind={kind} table={table} mapping={mapping} onMapping={setMapping} />
      {isSpoiltByExcel(table, mapping.serialNumber ?? null) && (
        <Banner tone="warning">
          <Trans>
            Excel has changed some serial numbers to a form such as 1E+05. Format the column as text before
            you enter the numbers, save the file again, and choose it again.
          </Trans>
        </Banner>
      )}
      {send.error && <Banner tone="error">{i18n._(textOfError(send.error))}</Banner>}
      <chakra.div display="flex" alignItems="center" gap="3">
        <Button loading={send.isPending} disabled={!isComplete} onClick={() => send.mutate(file)}>
          {send.error ? <Trans>Continue</Trans> : <Trans>Check the rows</Trans>}
        </Button>
        {send.isPending && (
          <chakra.span textStyle="small" role="status">
            <Trans>
              {sent} of {table.rows.length} sent
            </Trans>
          </chakra.span>
        )}
      </chakra.div>
      <chakra.p textStyle="small" color="ink.muted">
        <Trans>Nothing is changed yet: first you see the result for each row.</Trans>
      </chakra.p>
    </>
  );
};
