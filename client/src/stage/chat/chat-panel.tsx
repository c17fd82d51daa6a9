import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { PANEL_IDS } from '#client/stage/panel-ids.ts';
import { SidePanel } from '#client/stage/side-panel.tsx';
import { Composer, type ComposerProps } from './composer.tsx';
import { Messages, type MessagesProps } from './messages.tsx';

export interface ChatPanelProps extends MessagesProps, ComposerProps {
  readonly onClose: () => void;
}

/** What everyone in the call reads. */
const ChatPanel = ({ callKey, messages, self, to, readLater, recorded, onSay, onClose }: ChatPanelProps) => {
  const { t } = useLingui();
  return (
    <SidePanel id={PANEL_IDS.chat} title={t`Chat`} testId="chat-panel" onClose={onClose}>
      {recorded && (
        <chakra.p px="4" pb="2" textStyle="small" color="stage.muted">
          <Trans>This call is being recorded. What you write now is kept with the recording.</Trans>
        </chakra.p>
      )}
      <Messages messages={messages} self={self} to={to} readLater={readLater} recorded={recorded} />
      <Composer key={callKey} callKey={callKey} to={to} onSay={onSay} />
    </SidePanel>
  );
};
export default ChatPanel;
