import { useLingui } from '@lingui/react/macro';
import { PANEL_IDS } from '#client/stage/panel-ids.ts';
import { SidePanel } from '#client/stage/side-panel.tsx';
import { Composer, type ComposerProps } from './composer.tsx';
import { Messages, type MessagesProps } from './messages.tsx';

export interface ChatPanelProps extends MessagesProps, ComposerProps {
  readonly onClose: () => void;
}

/** What everyone in the call reads. */
const ChatPanel = ({ callKey, messages, self, to, readLater, onSay, onClose }: ChatPanelProps) => {
  const { t } = useLingui();
  return (
    <SidePanel id={PANEL_IDS.chat} title={t`Chat`} testId="chat-panel" onClose={onClose}>
      <Messages messages={messages} self={self} to={to} readLater={readLater} />
      <Composer key={callKey} callKey={callKey} to={to} onSay={onSay} />
    </SidePanel>
  );
};
export default ChatPanel;
