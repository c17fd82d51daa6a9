import { Trans } from '@lingui/react/macro';
import { MessageSquare } from 'lucide-react';
import { Passing } from '#client/stage/passing.tsx';
import { StageNotice } from '#client/stage/stage.tsx';
import { useNamedInCall } from '#client/stage/use-named-in-call.ts';
import { Button } from '#client/ui/button.tsx';
import type { CallMessage } from '#protocol/signal/chat.ts';
import { shortened } from '#protocol/text.ts';

/** Of a message that is shown in passing; the chat has the rest. */
const SHOWN_CHARACTERS = 90;
const SHOWN_OF_NAME = 30;

/** What someone has just written, while the chat is closed. */
export const NewMessage = ({
  message,
  onOpen,
}: {
  readonly message: CallMessage;
  readonly onOpen: () => void;
}) => {
  const { party } = message;
  const name = useNamedInCall()({ ...party, name: shortened(party.name, SHOWN_OF_NAME) });
  const text = shortened(message.text, SHOWN_CHARACTERS);
  return (
    <Passing>
      <StageNotice
        testId="new-message"
        icon={<MessageSquare size={18} aria-hidden />}
        action={
          <Button variant="stageActive" size="sm" shape="pill" onClick={onOpen}>
            <Trans>Open chat</Trans>
          </Button>
        }
      >
        <Trans>
          <bdi>{name}</bdi>: <bdi>{text}</bdi>
        </Trans>
      </StageNotice>
    </Passing>
  );
};
