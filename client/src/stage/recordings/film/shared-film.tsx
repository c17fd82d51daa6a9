import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { formatDuration } from '#client/stage/format-duration.ts';
import { FORMAT_ICONS, formatText } from '#client/stage/recordings/format-text.ts';
import { sizeText } from '#client/stage/recordings/state-text.ts';
import { Button } from '#client/ui/button.tsx';
import { List, ListRow } from '#client/ui/list.tsx';
import { Section } from '#client/ui/section.tsx';
import { RecordingFilm, type RecordingFilmProps } from './recording-film.tsx';

/** A recording that someone has shared by a link: to be watched and kept, not changed. */
const SharedFilm = (props: Omit<RecordingFilmProps, 'children'>) => (
  <RecordingFilm {...props}>
    <ReadyFilms {...props} />
  </RecordingFilm>
);

const ReadyFilms = ({ recording, access }: Pick<RecordingFilmProps, 'recording' | 'access'>) => {
  const { t, i18n } = useLingui();
  const addresses = new Map(access.films.map(({ id, downloadUrl }) => [id, downloadUrl]));
  const films = recording.films.filter(({ id }) => addresses.has(id));
  if (films.length === 0) return null;
  return (
    <Section title={t`The whole call in one file`}>
      <List aria-label={t`The whole call in one file`}>
        {films.map(({ id, format, duration, bytes }) => {
          const Icon = FORMAT_ICONS[format];
          const name = i18n._(formatText[format]);
          const details = [duration !== null && formatDuration(duration), bytes !== null && sizeText(bytes)];
          return (
            <ListRow
              key={id}
              leading={<Icon size={20} aria-hidden />}
              title={name}
              details={details.filter(Boolean).join(' · ')}
              trailing={
                <Button size="sm" variant="soft" asChild>
                  <a href={addresses.get(id)} download aria-label={t`Download: ${name}`}>
                    <Download aria-hidden />
                    <Trans>Download</Trans>
                  </a>
                </Button>
              }
            />
          );
        })}
      </List>
    </Section>
  );
};

export default SharedFilm;
