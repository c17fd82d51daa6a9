import { chakra } from '@chakra-ui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useParams } from 'react-router-dom';
import { BackLink } from '#client/features/manage/shell/back-link.tsx';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { NotFoundPage } from '#client/features/manage/shell/not-found-page.tsx';
import { useSentenceGap } from '#client/i18n/sentence-gap.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { ImportedResource } from '#protocol/rest/resources/task.ts';
import { FileColumns } from './file-columns.tsx';
import type { ReadFile } from './file-table.ts';
import { importKinds, isImportedResource } from './import-kinds.ts';
import { KnownColumns } from './known-columns.tsx';
import { readFile } from './read-file.ts';

/** Its button looks like those of the console. */
const FileInput = chakra('input', {
  base: {
    font: 'inherit',
    width: 'full',
    minW: '0',
    '&::file-selector-button': {
      font: 'inherit',
      fontWeight: 'medium',
      minH: '9',
      px: '3',
      me: '3',
      bg: 'contents',
      color: 'ink',
      border: '1px solid',
      borderColor: 'line.strong',
      borderRadius: 'md',
      cursor: 'pointer',
    },
  },
});

/** `/manager/import/:kind`: a file of users, devices or pairs, up to the check of its rows. */
export const ImportPage = () => {
  const { kind = '' } = useParams();
  return isImportedResource(kind) ? <Import key={kind} resource={kind} /> : <NotFoundPage />;
};

const Import = ({ resource }: { readonly resource: ImportedResource }) => {
  const { i18n } = useLingui();
  const gap = useSentenceGap();
  const kind = importKinds[resource];
  const inputId = useId();
  const read = useMutation({ mutationFn: readFile });
  return (
    <ConsolePage
      title={i18n._(kind.title)}
      back={<BackLink to={kind.list}>{i18n._(kind.listTitle)}</BackLink>}
    >
      <Panel>
        <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4" maxW="48rem">
          <p>
            {i18n._(kind.key)}
            {gap}
            {kind.unchecked && i18n._(kind.unchecked)}
          </p>
          <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="1.5">
            <chakra.label htmlFor={inputId} textStyle="control">
              <Trans>CSV file with headings in the first row</Trans>
            </chakra.label>
            <FileInput
              id={inputId}
              type="file"
              accept=".csv,.tsv,.txt,text/csv"
              onChange={({ currentTarget: { files } }) => files?.[0] && read.mutate(files[0])}
            />
          </chakra.div>
          {read.data?.kind !== 'table' && <KnownColumns resource={resource} />}
          {read.isPending && <Spinner />}
          {read.error && (
            <Banner tone="error">
              <Trans>The file couldn’t be read. Choose it again.</Trans>
            </Banner>
          )}
          {read.data?.kind === 'failed' && <Failure reason={read.data.reason} />}
          {read.data?.kind === 'table' && (
            <>
              <p role="status">
                <Plural value={read.data.table.rows.length} one="# row" other="# rows" />
                {' · '}
                {ENCODINGS[read.data.table.encoding]}
              </p>
              <FileColumns
                key={read.submittedAt}
                resource={resource}
                fileName={read.variables?.name ?? ''}
                table={read.data.table}
              />
            </>
          )}
        </chakra.div>
      </Panel>
    </ConsolePage>
  );
};

const ENCODINGS = {
  'utf-8': 'UTF-8',
  shift_jis: 'Shift_JIS',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
} as const;

type FailedReason = Extract<ReadFile, { kind: 'failed' }>['reason'];

const Failure = ({ reason }: { readonly reason: FailedReason }) => (
  <Banner tone="error">
    {reason === 'encoding' && (
      <Trans>This isn’t a text file. In Excel, save the sheet as “CSV UTF-8” and choose that file.</Trans>
    )}
    {reason === 'empty' && <Trans>The file is empty. Choose one with headings and rows.</Trans>}
    {reason === 'no-rows' && (
      <Trans>The file has headings, but no rows below them. Add rows and choose it again.</Trans>
    )}
    {reason === 'too-many-rows' && (
      <Trans>The file has more than 100,000 rows. Split it into smaller files.</Trans>
    )}
  </Banner>
);
