import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { MessageSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { PanelLoading } from '#client/stage/beside-panel.tsx';
import { useShortcuts } from '#client/stage/call-shortcuts.ts';
import { Control } from '#client/stage/control-bar.tsx';
import { Count } from '#client/stage/count.tsx';
import { lazyPart } from '#client/stage/lazy-part.tsx';
import { PANEL_IDS } from '#client/stage/panel-ids.ts';
import type { SidePanelState } from '#client/stage/side-panel-state.ts';
import type { Party } from '#protocol/party.ts';
import type { CallMessage } from '#protocol/signal/chat.ts';
import { useUnread } from './use-unread.ts';

const ChatPanel = lazyPart(async () => (await import('./chat-panel.tsx')).default, {
  fallback: <PanelLoading />,
});
const NewMessage = lazyPart(async () => (await import('./new-message.tsx')).NewMessage);

export interface ChatOptions {
  readonly panel: SidePanelState;
  /** Of the call: what one has begun to write comes up in no other one. */
  readonly callKey: string;
  readonly messages: readonly CallMessage[];
  /** Id of the last message that was written before one joined; null: there was none. */
  readonly lastEarlier: string | null;
  /** People who join later read it, too. */
  readonly readLater?: boolean | undefined;
  /** The server records the call. */
  readonly recorded?: boolean | undefined;
  /** Null while the connection to the server is not open for the first time. */
  readonly self: Party | null;
  /** Who reads it where that is one person. */
  readonly to?: string | undefined;
  /** There is someone to write to. */
  readonly enabled: boolean;
  readonly onSay: (text: string) => Promise<void>;
}

export interface Chat {
  /** Into the control bar. */
  readonly control: ReactNode;
  /** Beside the pictures; null while another panel, or none, is open. */
  readonly panel: ReactNode;
  /** Into the call's `StageNotices`. */
  readonly notice: ReactNode;
}

/** The chat of a call: its button and key, the panel, and what has just been written. */
export function useChat(options: ChatOptions): Chat {
  const { panel, callKey, messages, lastEarlier, readLater, recorded, self, to, enabled, onSay } = options;
  const { t } = useLingui();
  const news = useUnread({ callKey, messages, lastEarlier, self, open: panel.open === 'chat' });
  const newest = news.at(-1);
  const unread = news.length;
  useShortcuts(
    enabled
      ? [
          {
            key: 'c',
            label: t`Open or close the chat`,
            scope: 'call',
            run: () => panel.toggle('chat', 'key'),
          },
        ]
      : [],
  );
  if (!enabled || !self) return { control: null, panel: null, notice: null };
  const label =
    unread > 0
      ? t`Chat, ${plural(unread, { one: '# unread message', other: '# unread messages' })}`
      : t`Chat`;
  return {
    control: (
      <Control
        testId="chat-toggle"
        label={label}
        word={t`Chat`}
        shortcut="C"
        active={panel.pressed === 'chat'}
        controls={PANEL_IDS.chat}
        onClick={() => panel.toggle('chat', 'button')}
        onMeant={ChatPanel.prefetch}
        around={unread > 0 && <Count value={unread} />}
      >
        <MessageSquare aria-hidden />
      </Control>
    ),
    panel: panel.open === 'chat' && (
      <ChatPanel
        callKey={callKey}
        messages={messages}
        self={self}
        to={to}
        readLater={readLater}
        recorded={recorded}
        onSay={onSay}
        onClose={panel.close}
      />
    ),
    notice: newest && <NewMessage key={newest.id} message={newest} onOpen={() => panel.show('chat')} />,
  };
}
