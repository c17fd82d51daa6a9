import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { useNamed } from '#client/i18n/use-named.ts';
import { formatDuration } from '#client/stage/format-duration.ts';
import { List } from '#client/ui/list.tsx';
import { Section } from '#client/ui/section.tsx';
import { type Chapter, chaptersOf } from './chapters.ts';
import type { Film } from './film.ts';
import type { FilmPlayer } from './player.ts';

export interface FilmChaptersProps {
  readonly film: Film;
  readonly player: FilmPlayer;
}

/** Who came and left, what was shared, and interruptions: a press plays from there. Nothing where nothing changed. */
export const FilmChapters = ({ film, player }: FilmChaptersProps) => {
  const { t } = useLingui();
  const chapters = chaptersOf(film);
  if (chapters.length === 0) return null;
  return (
    <Section title={t`Chapters`}>
      <List maxH="20rem" overflowY="auto">
        {chapters.map((chapter) => (
          <ChapterRow key={keyOf(chapter)} chapter={chapter} onOpen={() => player.seek(chapter.at)} />
        ))}
      </List>
    </Section>
  );
};

const keyOf = (chapter: Chapter): string =>
  [chapter.at, chapter.change, chapter.change === 'interrupted' ? '' : chapter.part.key].join(' ');

const ChapterRow = ({ chapter, onOpen }: { readonly chapter: Chapter; readonly onOpen: () => void }) => {
  const text = useChapterText()(chapter);
  return (
    <li>
      <chakra.button
        type="button"
        data-testid="film-chapter"
        onClick={onOpen}
        display="flex"
        width="full"
        minH="11"
        alignItems="center"
        gap="3"
        px={{ base: '4', md: '5' }}
        py="2"
        textAlign="start"
        cursor="pointer"
        _hover={{ bg: 'contents.hover' }}
        _focusVisible={{ outline: '2px solid', outlineColor: 'focus', outlineOffset: '-2px' }}
      >
        <chakra.span color="link" fontVariantNumeric="tabular-nums" flexShrink="0" minW="12">
          {formatDuration(chapter.at)}
        </chakra.span>
        <chakra.span minW="0" overflowWrap="anywhere">
          {text}
        </chakra.span>
      </chakra.button>
    </li>
  );
};

const useChapterText = (): ((chapter: Chapter) => string) => {
  const { t } = useLingui();
  const nameOf = useNamed();
  return (chapter) => {
    if (chapter.change === 'interrupted') return t`The recording was interrupted`;
    const { part, change } = chapter;
    const name = nameOf({ kind: null, name: part.name });
    const began = change === 'began';
    switch (part.source) {
      case 'camera':
        return began ? t`${name} joined` : t`${name} left`;
      case 'screen':
        return began ? t`${name} started sharing a screen` : t`${name} stopped sharing a screen`;
      case 'playback':
        return began ? t`${name} started playing a file` : t`${name} stopped playing a file`;
    }
  };
};
