import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Grid2x2, Hand, PanelRight, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useShortcuts } from '#client/stage/call-shortcuts.ts';
import { Control } from '#client/stage/control-bar.tsx';
import { Count } from '#client/stage/count.tsx';
import type { MoreItem } from '#client/stage/more-menu.tsx';
import { PANEL_IDS } from '#client/stage/panel-ids.ts';
import type { SidePanelState } from '#client/stage/side-panel-state.ts';
import { WideBarOnly } from '#client/stage/wide-bar-only.tsx';

export interface MeetingControlsOptions {
  readonly panel: SidePanelState;
  /** Someone is about to open the people. */
  readonly onPeopleMeant: () => void;
  /** The chat's button. */
  readonly chat: ReactNode;
  readonly handRaised: boolean;
  readonly onHand: () => void;
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
  const { panel, onPeopleMeant, chat, handRaised, onHand, people, hands, layout, onLayout } = options;
  const { t } = useLingui();
  const handLabel = handRaised ? t`Lower your hand` : t`Raise your hand`;
  const layoutLabel = layout === 'grid' ? t`Show the speaker large` : t`Show everyone in a grid`;
  useShortcuts([
    { key: 'h', label: t`Raise or lower your hand`, scope: 'call', run: onHand },
    { key: 'p', label: t`Open or close the people`, scope: 'call', run: () => panel.toggle('people', 'key') },
    { key: 'l', label: t`Change layout`, scope: 'picture', run: onLayout },
  ]);
  const peopleLabel =
    hands > 0 ? t`People, ${plural(hands, { one: '# raised hand', other: '# raised hands' })}` : t`People`;
  const layoutIcon = layout === 'grid' ? <PanelRight aria-hidden /> : <Grid2x2 aria-hidden />;
  return {
    extra: (
      <>
        <WideBarOnly>
          <Control
            testId="hand-toggle"
            label={handLabel}
            word={
              handRaised
                ? t({ message: 'Hand', context: 'raised' })
                : t({ message: 'Hand', context: 'lowered' })
            }
            shortcut="H"
            active={handRaised}
            onClick={onHand}
          >
            <Hand aria-hidden />
          </Control>
        </WideBarOnly>
        {chat}
        <WideBarOnly>
          <Control
            testId="people-toggle"
            label={peopleLabel}
            word={t`People`}
            shortcut="P"
            active={panel.pressed === 'people'}
            controls={PANEL_IDS.people}
            onClick={() => panel.toggle('people', 'button')}
            onMeant={onPeopleMeant}
            around={
              <>
                {hands > 0 && <Count value={hands} tone="hand" />}
                <Count value={people} tone="quiet" />
              </>
            }
          >
            <Users aria-hidden />
          </Control>
          <Control
            testId="layout-toggle"
            label={layoutLabel}
            word={
              layout === 'grid'
                ? t({ message: 'Speaker', context: 'layout' })
                : t({ message: 'Grid', context: 'layout' })
            }
            shortcut="L"
            onClick={onLayout}
          >
            {layoutIcon}
          </Control>
        </WideBarOnly>
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
        onSelect: () => panel.toggle('people', 'button'),
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
