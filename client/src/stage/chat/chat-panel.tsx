import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtom } from 'jotai';
import { ArrowDown, SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { errorText } from '#client/i18n/error-text.ts';
import { PANEL_IDS } from '#client/stage/panel-ids.ts';
import { SidePanel } from '#client/stage/side-panel.tsx';
import { StageButton } from '#client/stage/stage-button.tsx';
import { Button } from '#client/ui/button.tsx';
import { dateTimeText } from '#client/ui/date-text.ts';
import { errorCodeOf } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import { MAX_CHAT_CHARACTERS } from '#protocol/limits.ts';
import type { Party } from '#protocol/party.ts';
import type { CallMessage } from '#protocol/signal/chat.ts';
import { chatDraftAtom } from './chat-draft-atom.ts';
import { linkify } from './linkify.ts';
import { isOwn, isSameWriter } from './own-message.ts';

/** Messages of one person that follow each other so closely stand under one name. */
const TOGETHER_MS = 120_000;
/** So near to the end one is reading along. */
const AT_END_PX = 60;
/** What is left to write is told from here on. */
const TELL_LEFT_FROM = MAX_CHAT_CHARACTERS - 200;

export interface ChatPanelProps {
  readonly callKey: string;
  readonly messages: readonly CallMessage[];
  readonly self: Party;
  /** Who reads it where that is one person. */
  readonly to?: string | undefined;
  readonly onSay: (text: string) => Promise<void>;
  readonly onClose: () => void;
}

/** What everyone in the call reads. */
const ChatPanel = ({ callKey, messages, self, to, onSay, onClose }: ChatPanelProps) => {
  const { t } = useLingui();
  return (
    <SidePanel id={PANEL_IDS.chat} title={t`Chat`} testId="chat-panel" onClose={onClose}>
      <Messages messages={messages} self={self} to={to} />
      <Composer key={callKey} callKey={callKey} to={to} onSay={onSay} />
    </SidePanel>
  );
};
export default ChatPanel;

const belongsTo = (message: CallMessage, before: CallMessage | undefined): boolean =>
  before !== undefined &&
  isSameWriter(before.party, message.party) &&
  Date.parse(message.at) - Date.parse(before.at) < TOGETHER_MS;

const Messages = ({ messages, self, to }: Pick<ChatPanelProps, 'messages' | 'self' | 'to'>) => {
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
        {messages.length === 0 && (
          <chakra.p py="8" textAlign="center" textStyle="small" color="stage.muted">
            {to === undefined
              ? t`No messages yet. Everyone in the call sees what you send.`
              : t`No messages yet. What you and ${to} write is deleted after the call.`}
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
  const time = new Intl.DateTimeFormat(i18n.locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(at));
  return (
    <chakra.article data-testid="chat-message" mt={follows ? '1' : '4'}>
      {!follows && (
        <chakra.header display="flex" alignItems="baseline" gap="2" mb="1">
          <chakra.span textStyle="small" fontWeight="semibold" truncate minW="0">
            {own ? t`You` : party.name}
          </chakra.span>
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
        {linkify(text).map((piece, index) =>
          piece.kind === 'text' ? (
            piece.text
          ) : (
            <chakra.a
              // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes.
              key={index}
              href={piece.href}
              target="_blank"
              rel="noopener noreferrer nofollow ugc"
              color="inherit"
              textDecoration="underline"
            >
              {piece.text}
            </chakra.a>
          ),
        )}
      </chakra.p>
    </chakra.article>
  );
};

const Composer = ({ callKey, to, onSay }: Pick<ChatPanelProps, 'callKey' | 'to' | 'onSay'>) => {
  const { t, i18n } = useLingui();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [written, setWritten] = useAtom(chatDraftAtom);
  const draft = written.callKey === callKey ? written.text : '';
  const setDraft = (text: string) => setWritten({ callKey, text });
  const label = to === undefined ? t`Message everyone` : t`Write to ${to}`;
  const [failure, setFailure] = useState<ErrorCode | null>(null);
  const [sending, setSending] = useState(false);
  useEffect(() => field.current?.focus(), []);

  const send = async () => {
    if (draft.trim() === '' || sending) return;
    setSending(true);
    setFailure(null);
    try {
      await onSay(draft);
      setDraft('');
    } catch (error) {
      // What was written stays, to be sent again.
      setFailure(errorCodeOf(error));
    } finally {
      setSending(false);
      field.current?.focus();
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the composition of a Japanese word: that is not meant for us. Safari says so by the key code alone.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229)
      return;
    event.preventDefault();
    void send();
  };
  const left = MAX_CHAT_CHARACTERS - draft.length;
  return (
    <chakra.form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      p="3"
      borderTop="1px solid"
      borderColor="stage.line"
    >
      <chakra.div display="flex" alignItems="flex-end" gap="2">
        <chakra.textarea
          ref={field}
          rows={1}
          value={draft}
          maxLength={MAX_CHAT_CHARACTERS}
          placeholder={label}
          aria-label={label}
          aria-describedby={id}
          aria-invalid={failure !== null || undefined}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          onKeyDown={onKeyDown}
          css={{ fieldSizing: 'content' }}
          flex="1"
          minW="0"
          minH="11"
          maxH="40"
          px="3.5"
          py="2.5"
          resize="none"
          bg="stage"
          color="stage.ink"
          font="inherit"
          fontSize="1rem"
          lineHeight="1.4"
          border="1px solid"
          borderColor="line.control"
          borderRadius="md"
        />
        <StageButton
          type="submit"
          label={t`Send`}
          variant="stageActive"
          disabled={draft.trim() === ''}
          data-testid="chat-send"
        >
          <SendHorizontal aria-hidden />
        </StageButton>
      </chakra.div>
      <chakra.p id={id} role="status" textStyle="caption" color="stage.muted" mt="1.5" minH="5">
        {failure === 'too-many-requests' ? (
          <Trans>You’re sending too fast. Wait a moment, then try again.</Trans>
        ) : failure !== null ? (
          i18n._(errorText[failure])
        ) : draft.length >= TELL_LEFT_FROM ? (
          <Trans>{left} characters left</Trans>
        ) : null}
      </chakra.p>
    </chakra.form>
  );
};
