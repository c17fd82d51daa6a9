import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { dateFormat } from '#client/i18n/formats.ts';
import { GuestMark } from '#client/stage/guest-mark.tsx';
import { Button } from '#client/ui/button.tsx';
import { dateTimeText } from '#client/ui/date-text.ts';
import type { Party } from '#protocol/party.ts';
import type { CallMessage } from '#protocol/signal/chat.ts';
import { LinkedText } from './linked-text.tsx';
import { isOwn, isSameWriter } from './own-message.ts';

/** Messages of one person that follow each other this closely stand under one name. */
const TOGETHER_MS = 120_000;
/** A reader this near to the end is following along. */
const AT_END_PX = 60;

export interface MessagesProps {
  readonly messages: readonly CallMessage[];
  readonly self: Party;
  /** Who reads it where that is one person. */
  readonly to?: string | undefined;
  /** People who join later read it, too. */
  readonly readLater?: boolean | undefined;
  /** The server records the call. */
  readonly recorded?: boolean | undefined;
}

const belongsTo = (message: CallMessage, before: CallMessage | undefined): boolean =>
  before !== undefined &&
  isSameWriter(before.party, message.party) &&
  Date.parse(message.at) - Date.parse(before.at) < TOGETHER_MS;

/** The messages of a call, the newest at the end. */
export const Messages = ({ messages, self, to, readLater = false, recorded = false }: MessagesProps) => {
  const { t } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const last = messages.at(-1);
  const own = last !== undefined && isOwn(last, self);
  const toEnd = () => list.current?.scrollTo({ top: list.current.scrollHeight });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new messages scroll; a person who reads back is left there.
  useLayoutEffect(() => {
    if (atEnd || own) toEnd();
  }, [last?.id]);
  return (
    <chakra.div position="relative" flex="1" minH="0">
      <chakra.div
        ref={list}
        role="log"
        aria-live="polite"
        aria-label={t`Messages in this call`}
        tabIndex={0}
        position="absolute"
        inset="0"
        overflowY="auto"
        overscrollBehavior="contain"
        px="4"
        pb="3"
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setAtEnd(scrollHeight - scrollTop - clientHeight < AT_END_PX)
        }
      >
        {messages.length === 0 && !recorded && (
          <chakra.p py="8" textAlign="center" textStyle="small" color="stage.muted">
            {to !== undefined
              ? t`No messages yet. What you and ${to} write is deleted after the call.`
              : readLater
                ? t`No messages yet. Everyone in the call and everyone who joins later sees what you send.`
                : t`No messages yet. Everyone in the call sees what you send.`}
          </chakra.p>
        )}
        {messages.map((message, index) => (
          <Message
            key={message.id}
            message={message}
            own={isOwn(message, self)}
            follows={belongsTo(message, messages[index - 1])}
          />
        ))}
      </chakra.div>
      {!atEnd && (
        <chakra.span position="absolute" bottom="2" insetInline="0" display="grid" placeItems="center">
          <Button size="sm" shape="pill" variant="stageActive" onClick={toEnd}>
            <ArrowDown aria-hidden />
            <Trans>Newest</Trans>
          </Button>
        </chakra.span>
      )}
    </chakra.div>
  );
};

interface MessageProps {
  readonly message: CallMessage;
  readonly own: boolean;
  readonly follows: boolean;
}

const Message = ({ message: { party, text, at }, own, follows }: MessageProps) => {
  const { t, i18n } = useLingui();
  const time = dateFormat(i18n.locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(at));
  return (
    <chakra.article data-testid="chat-message" mt={follows ? '1' : '4'}>
      {!follows && (
        <chakra.header display="flex" alignItems="baseline" gap="2" mb="1">
          <chakra.span dir="auto" textStyle="small" fontWeight="semibold" truncate minW="0">
            {own ? t`You` : party.name}
          </chakra.span>
          {!own && party.kind === 'guest' && <GuestMark />}
          <chakra.time
            dateTime={at}
            title={dateTimeText(at)}
            textStyle="caption"
            color="stage.muted"
            flexShrink="0"
          >
            {time}
          </chakra.time>
        </chakra.header>
      )}
      <chakra.p
        dir="auto"
        width="fit-content"
        maxW="full"
        px="3"
        py="1.5"
        borderRadius="md"
        bg={own ? 'primary.subtle' : 'stage.control'}
        color={own ? 'primary.onSubtle' : 'stage.ink'}
        textStyle="small"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
      >
        <LinkedText text={text} />
      </chakra.p>
    </chakra.article>
  );
};
