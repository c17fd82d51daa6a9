import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtom } from 'jotai';
import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { errorText } from '#client/i18n/error-text.ts';
import { StageButton } from '#client/stage/stage-button.tsx';
import { errorCodeOf } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import { MAX_CHAT_CHARACTERS } from '#protocol/limits.ts';
import { chatDraftAtom } from './chat-draft-atom.ts';

/** From here on the characters left are shown. */
const TELL_LEFT_FROM = MAX_CHAT_CHARACTERS - 200;

export interface ComposerProps {
  readonly callKey: string;
  /** Who reads it where that is one person. */
  readonly to?: string | undefined;
  readonly onSay: (text: string) => Promise<void>;
}

/** Where a message is written; what could not be sent stays. */
export const Composer = ({ callKey, to, onSay }: ComposerProps) => {
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
          dir="auto"
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
