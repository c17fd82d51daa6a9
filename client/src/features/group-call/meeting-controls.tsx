import { chakra } from '@chakra-ui/react';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Grid2x2, Hand, MessageSquare, PanelRight, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { NARROW_BAR } from '#client/stage/bar-room.ts';
import { useShortcuts } from '#client/stage/call-shortcuts.ts';
import { Control } from '#client/stage/control-bar.tsx';
import type { MoreItem } from '#client/stage/more-menu.tsx';
import { PANEL_IDS } from './panel-ids.ts';

export type PanelName = 'chat' | 'people';

export interface MeetingControlsOptions {
  readonly panel: PanelName | null;
  readonly onPanel: (panel: PanelName, by: 'button' | 'key') => void;
  /** Somebody is about to open it. */
  readonly onMeant: (panel: PanelName) => void;
  readonly handRaised: boolean;
  readonly onHand: () => void;
  readonly unread: number;
  readonly people: number;
  /** Hands of the others. */
  readonly hands: number;
  readonly layout: 'grid' | 'speaker';
  readonly onLayout: () => void;
}

export interface MeetingControls {
  /** Into the control bar. */
  readonly extra: ReactNode;
  /** The same for its menu, where the bar is too narrow. */
  readonly more: readonly MoreItem[];
}

/** What a group call has besides microphone, camera and leaving: buttons, menu items, keys. */
export function useMeetingControls(options: MeetingControlsOptions): MeetingControls {
  const { panel, onPanel, onMeant, handRaised, onHand, unread, people, hands, layout, onLayout } = options;
  const { t } = useLingui();
  const handLabel = handRaised ? t`Lower your hand` : t`Raise your hand`;
  const layoutLabel = layout === 'grid' ? t`Show the speaker large` : t`Show everybody in a grid`;
  useShortcuts([
    { key: 'h', label: t`Raise or lower your hand`, scope: 'call', run: onHand },
    { key: 'c', label: t`Open or close the chat`, scope: 'call', run: () => onPanel('chat', 'key') },
    { key: 'p', label: t`Open or close the people`, scope: 'call', run: () => onPanel('people', 'key') },
    { key: 'l', label: t`Change the layout`, scope: 'picture', run: onLayout },
  ]);
  const chatLabel =
    unread > 0
      ? t`Chat, ${plural(unread, { one: '# unread message', other: '# unread messages' })}`
      : t`Chat`;
  const peopleLabel =
    hands > 0 ? t`People, ${plural(hands, { one: '# raised hand', other: '# raised hands' })}` : t`People`;
  const layoutIcon = layout === 'grid' ? <PanelRight aria-hidden /> : <Grid2x2 aria-hidden />;
  return {
    extra: (
      <>
        <Wide>
          <Control testId="hand-toggle" label={handLabel} shortcut="H" active={handRaised} onClick={onHand}>
            <Hand aria-hidden />
          </Control>
        </Wide>
        <Control
          testId="chat-toggle"
          label={chatLabel}
          shortcut="C"
          active={panel === 'chat'}
          controls={PANEL_IDS.chat}
          onClick={() => onPanel('chat', 'button')}
          onMeant={() => onMeant('chat')}
          around={unread > 0 && <Count value={unread} />}
        >
          <MessageSquare aria-hidden />
        </Control>
        <Wide>
          <Control
            testId="people-toggle"
            label={peopleLabel}
            shortcut="P"
            active={panel === 'people'}
            controls={PANEL_IDS.people}
            onClick={() => onPanel('people', 'button')}
            onMeant={() => onMeant('people')}
            around={<Count value={hands || people} tone={hands > 0 ? 'hand' : 'quiet'} />}
          >
            <Users aria-hidden />
          </Control>
          <Control testId="layout-toggle" label={layoutLabel} shortcut="L" onClick={onLayout}>
            {layoutIcon}
          </Control>
        </Wide>
      </>
    ),
    more: [
      {
        id: 'hand',
        icon: <Hand aria-hidden />,
        label: handLabel,
        shortcut: 'H',
        narrowOnly: true,
        onSelect: onHand,
      },
      {
        id: 'people',
        icon: <Users aria-hidden />,
        label: peopleLabel,
        shortcut: 'P',
        narrowOnly: true,
        onSelect: () => onPanel('people', 'button'),
      },
      {
        id: 'layout',
        icon: layoutIcon,
        label: layoutLabel,
        shortcut: 'L',
        narrowOnly: true,
        onSelect: onLayout,
      },
    ],
  };
}

const Wide = ({ children }: { readonly children: ReactNode }) => (
  <chakra.span css={{ display: 'contents', [NARROW_BAR]: { display: 'none' } }}>{children}</chakra.span>
);

const counts = {
  news: { bg: 'danger.solid', color: 'danger.contrast' },
  /** As the hand on its picture. */
  hand: { bg: '#E3B34C', color: '#1B1405' },
  quiet: { bg: 'stage.controlHover', color: 'stage.ink' },
} as const;

/** At the corner of a button; what it counts is said by the button's own name. */
const Count = ({ value, tone = 'news' }: { readonly value: number; readonly tone?: keyof typeof counts }) => (
  <chakra.span
    aria-hidden
    data-testid="count"
    position="absolute"
    top="-1"
    insetEnd="-1"
    display="grid"
    placeItems="center"
    minW="5"
    height="5"
    px="1"
    borderRadius="full"
    {...counts[tone]}
    textStyle="caption"
    fontWeight="semibold"
    fontVariantNumeric="tabular-nums"
    lineHeight="1"
    pointerEvents="none"
  >
    {value > 99 ? '99+' : value}
  </chakra.span>
);
