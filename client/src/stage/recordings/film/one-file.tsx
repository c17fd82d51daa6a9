import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Film as FilmIcon, RotateCcw, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { deleteFilm, filmAddressesQuery, makeFilm } from '#client/api/queries/films.ts';
import { type Recording, type RecordingFilm, recordingQuery } from '#client/api/queries/recordings.ts';
import { formatDuration } from '#client/stage/format-duration.ts';
import {
  FILM_FORMATS,
  FORMAT_ICONS,
  filmFaultText,
  formatDetails,
  formatText,
} from '#client/stage/recordings/format-text.ts';
import { sizeText } from '#client/stage/recordings/state-text.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmChange } from '#client/ui/confirm-change.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { List, ListRow } from '#client/ui/list.tsx';
import { ProgressBar } from '#client/ui/progress-bar.tsx';
import { Section } from '#client/ui/section.tsx';
import { useChange } from '#client/ui/use-change.ts';

type Format = RecordingFilm['format'];

/** The whole call in one file, in each of the formats: made when someone asks for it, then to be kept. */
export const OneFile = ({ recording }: { readonly recording: Recording }) => {
  const { t } = useLingui();
  const ready = recording.films.filter(({ state }) => state === 'ready').map(({ id }) => id);
  const { data, isError, refetch } = useQuery({
    ...filmAddressesQuery(recording.id, ready),
    enabled: ready.length > 0,
  });
  const addresses = new Map(data?.map(({ id, downloadUrl }) => [id, downloadUrl]));
  return (
    <Section title={t`The whole call in one file`}>
      <List aria-label={t`The whole call in one file`}>
        {FILM_FORMATS.map((format) => {
          const film = recording.films.find((other) => other.format === format) ?? null;
          const address = film && addresses.get(film.id);
          return (
            <FilmRow
              key={format}
              recording={recording}
              format={format}
              film={film}
              address={address ?? null}
              onRetry={isError ? () => void refetch() : null}
            />
          );
        })}
      </List>
    </Section>
  );
};

interface FilmRowProps {
  readonly recording: Recording;
  readonly format: Format;
  /** Null: nobody has asked for it. */
  readonly film: RecordingFilm | null;
  /** Where it is downloaded; null: not known (yet). */
  readonly address: string | null;
  /** Asks for the address again; null: it has not failed. */
  readonly onRetry: (() => void) | null;
}

const FilmRow = ({ recording, format, film, address, onRetry }: FilmRowProps) => {
  const { i18n } = useLingui();
  const Icon = FORMAT_ICONS[format];
  const name = i18n._(formatText[format]);
  return (
    <ListRow
      leading={<Icon size={20} aria-hidden />}
      title={name}
      details={film ? <FilmState film={film} name={name} /> : i18n._(formatDetails[format])}
      trailing={<FilmActions {...{ recording, format, film, address, onRetry, name }} />}
    />
  );
};

interface NamedFilm {
  readonly film: RecordingFilm;
  readonly name: string;
}

const FilmState = ({ film, name }: NamedFilm) => {
  const { i18n } = useLingui();
  switch (film.state) {
    case 'waiting':
      // For the media node, or behind other films: the server does not know which.
      return <Trans>Waiting for its turn…</Trans>;
    case 'composing':
      return <FilmProgress film={film} name={name} />;
    case 'ready':
      return (
        <>
          {film.duration !== null && formatDuration(film.duration)}
          {film.bytes !== null && ` · ${sizeText(film.bytes)}`}
        </>
      );
    case 'failed':
      return (
        <chakra.span color="danger" whiteSpace="normal">
          {i18n._(filmFaultText[film.fault ?? 'internal'])}
        </chakra.span>
      );
  }
};

const FilmProgress = ({ film, name }: NamedFilm) => {
  const { i18n } = useLingui();
  const share = i18n.number(film.progress, { style: 'percent' });
  return (
    <chakra.span display="flex" flex="1" alignItems="center" gap="3">
      <chakra.span display="flex" flex="1" maxW="64">
        <ProgressBar label={name} value={Math.round(film.progress * 100)} max={100} />
      </chakra.span>
      {share}
    </chakra.span>
  );
};

interface FilmActionsProps extends FilmRowProps {
  readonly name: string;
}

const FilmActions = ({ recording, format, film, address, onRetry, name }: FilmActionsProps) => {
  const { t } = useLingui();
  const { id } = recording;
  const queryClient = useQueryClient();
  const [deleting, setDeleting] = useState(false);
  const make = useChange('recording films', async () => {
    queryClient.setQueryData(recordingQuery(id).queryKey, await makeFilm(id, format));
  });
  const remove = async () => {
    if (!film) return;
    await deleteFilm(id, film.id);
    await queryClient.invalidateQueries(recordingQuery(id));
  };
  const cancel = useChange('recording films', remove);
  if (!film || film.state === 'failed') {
    return (
      <Button
        size="sm"
        variant="soft"
        aria-label={film ? t`Try again: ${name}` : t`Create: ${name}`}
        loading={make.isPending}
        onClick={() => make.mutate()}
      >
        {film ? <RotateCcw aria-hidden /> : <FilmIcon aria-hidden />}
        {film ? <Trans>Try again</Trans> : <Trans>Create</Trans>}
      </Button>
    );
  }
  if (film.state !== 'ready') {
    return (
      <IconButton
        label={t`Cancel: ${name}`}
        size="sm"
        disabled={cancel.isPending}
        onClick={() => cancel.mutate()}
      >
        <X />
      </IconButton>
    );
  }
  return (
    <chakra.span display="flex" gap="2">
      {address === null && onRetry && (
        <Button size="sm" variant="soft" aria-label={t`Try again: ${name}`} onClick={onRetry}>
          <RotateCcw aria-hidden />
          <Trans>Try again</Trans>
        </Button>
      )}
      {address !== null && (
        <Button size="sm" variant="soft" asChild>
          <a href={address} download aria-label={t`Download: ${name}`}>
            <Download aria-hidden />
            <Trans>Download</Trans>
          </a>
        </Button>
      )}
      <IconButton label={t`Delete: ${name}`} size="sm" onClick={() => setDeleting(true)}>
        <Trash2 />
      </IconButton>
      {deleting && (
        <ConfirmChange
          title={t`Delete this file?`}
          confirmLabel={t`Delete`}
          queryKey="recording films"
          change={remove}
          done={<Trans>File deleted</Trans>}
          onClose={() => setDeleting(false)}
        >
          <Trans>The recording stays. The file can be created again.</Trans>
        </ConfirmChange>
      )}
    </chakra.span>
  );
};
