import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { type RecordedMessage, recordedMessagesQuery } from '#client/api/queries/recorded-messages.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { LinkedText } from '#client/stage/chat/linked-text.tsx';
import { formatDuration } from '#client/stage/format-duration.ts';
import { List } from '#client/ui/list.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { LOADING } from '#client/ui/loading-mark.ts';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { lastWritten } from './last-written.ts';
import type { FilmPlayer } from './player.ts';
import { usePlayerValue } from './use-player.ts';

export interface BesideChatProps {
  readonly recordingId: string;
  /** Null: nothing was written. Servers of the version before don’t say it. */
  readonly messagesUrl: string | null | undefined;
  readonly player: FilmPlayer;
  /** The player. */
  readonly children: ReactNode;
}

/** The player, and what was written in the call: beside it, or below it where there is no room. */
export const BesideChat = ({ messagesUrl, children, ...chat }: BesideChatProps) => {
  if (!messagesUrl) return children;
  return (
    <chakra.div
      display="grid"
      gap="6"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) 20rem' }}
    >
      {children}
      <FilmChat messagesUrl={messagesUrl} {...chat} />
    </chakra.div>
  );
};

/** The message that was written last at this moment is marked, and comes into view while the film plays. */
const FilmChat = ({
  recordingId,
  messagesUrl,
  player,
}: Omit<BesideChatProps, 'children'> & { readonly messagesUrl: string }) => {
  const { t } = useLingui();
  const id = useId();
  const {
    data = NONE,
    isPending,
    error,
    refetch,
  } = useQuery(recordedMessagesQuery(recordingId, messagesUrl));
  const last = usePlayerValue(player, ({ moment }) => lastWritten(data, moment));
  const playing = usePlayerValue(player, (state) => state.playing);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const row = list.current?.children[last];
    if (playing && row instanceof HTMLElement) scrollWithin(list.current, row);
  }, [last, playing]);
  return (
    <chakra.section aria-labelledby={id} position="relative" data-testid="film-chat">
      <chakra.div
        display="flex"
        flexDirection="column"
        gap="2"
        position={{ xl: 'absolute' }}
        inset={{ xl: '0' }}
      >
        <chakra.h2 id={id} textStyle="heading">
          {t`Chat`}
        </chakra.h2>
        <Panel as="div" padding="none" flex="1" minH="0" overflow="hidden" display="flex">
          {error ? (
            <LoadingFailed error={error} onRetry={() => void refetch()} />
          ) : isPending ? (
            <Loading />
          ) : (
            <List
              ref={list}
              aria-label={t`Messages in this call`}
              // A list that scrolls is reached by the keyboard.
              tabIndex={0}
              flex="1"
              maxH={{ base: '20rem', xl: 'none' }}
              overflowY="auto"
              overscrollBehavior="contain"
            >
              {data.map((message, index) => (
                <Message
                  key={message.id}
                  message={message}
                  current={index === last}
                  onOpen={() => player.seek(message.offset)}
                />
              ))}
            </List>
          )}
        </Panel>
      </chakra.div>
    </chakra.section>
  );
};

const NONE: readonly RecordedMessage[] = [];

const Loading = () => {
  const { t } = useLingui();
  return (
    <chakra.div
      role="status"
      aria-label={t`Loading`}
      {...{ [LOADING]: true }}
      p="4"
      flex="1"
      display="grid"
      gap="3"
      alignContent="start"
    >
      {['70%', '90%', '50%'].map((width) => (
        <Skeleton key={width} height="4" width={width} />
      ))}
    </chakra.div>
  );
};

/** Scrolls the list alone, never the page. */
function scrollWithin(list: HTMLElement | null, row: HTMLElement): void {
  if (!list) return;
  const top = row.offsetTop - list.offsetTop;
  const isSeen = top >= list.scrollTop && top + row.offsetHeight <= list.scrollTop + list.clientHeight;
  if (!isSeen) list.scrollTo({ top: top + row.offsetHeight - list.clientHeight });
}

interface MessageProps {
  readonly message: RecordedMessage;
  readonly current: boolean;
  readonly onOpen: () => void;
}

const Message = ({ message: { name, offset, text }, current, onOpen }: MessageProps) => {
  const { t } = useLingui();
  const writer = useNamed()({ kind: null, name });
  const time = formatDuration(offset);
  return (
    <chakra.li
      data-testid="film-message"
      aria-current={current || undefined}
      px="4"
      py="2"
      textStyle="small"
      bg={current ? 'contents.hover' : undefined}
      borderInlineStart="3px solid"
      borderInlineStartColor={current ? 'link' : 'transparent'}
    >
      <chakra.div display="flex" alignItems="baseline" gap="2">
        <chakra.span dir="auto" fontWeight="semibold" minW="0" truncate>
          {writer}
        </chakra.span>
        <chakra.button
          type="button"
          aria-label={t`Play from ${time}`}
          onClick={onOpen}
          color="link"
          fontVariantNumeric="tabular-nums"
          cursor="pointer"
          px="1.5"
          py="1"
          my="-1"
          borderRadius="sm"
          _hover={{ textDecoration: 'underline' }}
          _focusVisible={{ outline: '2px solid', outlineColor: 'focus' }}
        >
          {time}
        </chakra.button>
      </chakra.div>
      <chakra.p dir="auto" m="0" whiteSpace="pre-wrap" overflowWrap="anywhere">
        <LinkedText text={text} />
      </chakra.p>
    </chakra.li>
  );
};
