import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { openRecording, type Recording } from '#client/api/queries/recordings.ts';
import { formatDuration } from '#client/stage/format-duration.ts';
import { sizeText, sourceText } from '#client/stage/recordings/state-text.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { Spinner } from '#client/ui/spinner.tsx';

export interface DownloadDialogProps {
  readonly recording: Recording;
  readonly onClose: () => void;
}

/** The files of a recording, each with a link that keeps it; the links are good for a while only. */
export const DownloadDialog = ({ recording, onClose }: DownloadDialogProps) => {
  const { t, i18n } = useLingui();
  const { data, error, refetch } = useQuery({
    queryKey: ['recordings', recording.id, 'access'],
    queryFn: () => openRecording(recording.id),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { name: call } = recording;
  const addresses = new Map(data?.files.map(({ id, downloadUrl }) => [id, downloadUrl]));
  return (
    <Dialog
      title={t`Download “${call}”`}
      onClose={onClose}
      actions={
        <Button variant="outline" onClick={onClose} autoFocus>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {error && <LoadingFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner label={t`Loading`} />}
      {data && (
        <chakra.ul listStyle="none" m="0" p="0" display="grid" gap="1" color="ink">
          {recording.files.map(({ id, name, source, duration, bytes }) => (
            <li key={id}>
              <chakra.a
                href={addresses.get(id)}
                download
                data-testid="recording-download"
                display="flex"
                alignItems="center"
                gap="3"
                minH="11"
                px="3"
                py="2"
                borderRadius="md"
                _hover={{ bg: 'contents.hover' }}
              >
                <Download size={18} aria-hidden />
                <chakra.span minW="0" flex="1">
                  <chakra.span display="block" color="link" fontWeight="semibold" truncate>
                    {name}
                  </chakra.span>
                  <chakra.span display="block" textStyle="caption" color="ink.muted">
                    {i18n._(sourceText[source])} · {formatDuration(duration)} · {sizeText(bytes)}
                  </chakra.span>
                </chakra.span>
              </chakra.a>
            </li>
          ))}
        </chakra.ul>
      )}
    </Dialog>
  );
};
