import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link2, LockKeyhole, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  deleteRecordingLink,
  RECORDING_LINKS,
  type RecordingLink,
  recordingLinksQuery,
} from '#client/api/queries/recording-links.ts';
import type { Recording } from '#client/api/queries/recordings.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { serverNow } from '#client/server-clock.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmChange } from '#client/ui/confirm-change.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { shortTimeText } from '#client/ui/date-text.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { List, ListRow } from '#client/ui/list.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { Section } from '#client/ui/section.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { ShareDialog } from './share-dialog.tsx';

/** Links by which people without an account watch the recording: made, copied and deleted here. */
export const ShareLinks = ({ recording }: { readonly recording: Pick<Recording, 'id' | 'expires'> }) => {
  const { t } = useLingui();
  const { id: recordingId } = recording;
  const [sharing, setSharing] = useState(false);
  const { data, error, refetch } = useQuery(recordingLinksQuery(recordingId));
  return (
    <Section
      title={t`Share links`}
      actions={
        <Button size="sm" variant="soft" aria-haspopup="dialog" onClick={() => setSharing(true)}>
          <Link2 aria-hidden />
          <Trans>Create a link</Trans>
        </Button>
      }
    >
      {error && !data && <LoadingFailed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={1} />}
      {data?.length === 0 && (
        <chakra.p px={{ base: '4', md: '5' }} py="4" textStyle="small" color="ink.muted">
          <Trans>
            No links. With a link, people without an account can watch and download the recording.
          </Trans>
        </chakra.p>
      )}
      {data && data.length > 0 && (
        <List aria-label={t`Share links`}>
          {data.map((link) => (
            <LinkRow key={link.id} recordingId={recordingId} link={link} />
          ))}
        </List>
      )}
      {sharing && <ShareDialog recording={recording} onClose={() => setSharing(false)} />}
    </Section>
  );
};

interface LinkRowProps {
  readonly recordingId: string;
  readonly link: RecordingLink;
}

const LinkRow = ({ recordingId, link }: LinkRowProps) => {
  const { t } = useLingui();
  const language = useLanguage();
  const zone = useTimeZone();
  const [deleting, setDeleting] = useState(false);
  const { id, url, password, opened } = link;
  const created = shortTimeText(link.created, language, zone);
  const end = shortTimeText(link.end, language, zone);
  const last = opened && shortTimeText(opened, language, zone);
  const ended = Date.parse(link.end) <= serverNow();
  return (
    <ListRow
      leading={password ? <LockKeyhole size={20} aria-hidden /> : <Link2 size={20} aria-hidden />}
      title={
        <chakra.span whiteSpace="normal">
          {ended ? <Trans>Ended {end}</Trans> : <Trans>Works until {end}</Trans>}
        </chakra.span>
      }
      details={
        <chakra.span whiteSpace="normal">
          {password && (
            <>
              <Trans>With a password</Trans>
              {' · '}
            </>
          )}
          {last ? <Trans>Last opened {last}</Trans> : <Trans>Not opened yet</Trans>}
        </chakra.span>
      }
      trailing={
        <chakra.span display="flex" gap="2">
          {url !== null && !ended && (
            <CopyButton text={url} size="sm" compact label={t`Copy link`} name={t`Copy link of ${created}`} />
          )}
          <IconButton label={t`Delete link of ${created}`} size="sm" onClick={() => setDeleting(true)}>
            <Trash2 />
          </IconButton>
          {deleting && (
            <ConfirmChange
              title={t`Delete this link?`}
              confirmLabel={t`Delete`}
              queryKey={RECORDING_LINKS}
              change={() => deleteRecordingLink(recordingId, id)}
              done={<Trans>Link deleted</Trans>}
              onClose={() => setDeleting(false)}
            >
              <Trans>It stops working at once, also for people who are watching. The recording stays.</Trans>
            </ConfirmChange>
          )}
        </chakra.span>
      }
    />
  );
};
