import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { startTransition, useCallback, useMemo, useOptimistic, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ShownSize } from '#client/call/group/layers.ts';
import type { RoomView } from '#client/call/group/room.ts';
import { errorText } from '#client/i18n/error-text.ts';
import { Announcer } from '#client/stage/announcer.tsx';
import { AudioOutput } from '#client/stage/audio-output.tsx';
import { useCallPlace } from '#client/stage/call-place.ts';
import { useCallPlaces } from '#client/stage/call-places.ts';
import { CallWindow } from '#client/stage/call-window.tsx';
import { ChangeAnnouncer } from '#client/stage/change-announcer.tsx';
import { ControlBar, HangUpControl, MediaControls } from '#client/stage/control-bar.tsx';
import { lazyPart } from '#client/stage/lazy-part.tsx';
import { useMediaShortcuts } from '#client/stage/media-shortcuts.ts';
import { useCallTools } from '#client/stage/use-call-tools.tsx';
import { useLiveSettings } from '#client/stage/use-live-settings.ts';
import { useServerRecording } from '#client/stage/use-server-recording.tsx';
import { leaveUnasked } from '#client/ui/leave-guard.ts';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { useMediaQuery } from '#client/ui/use-media-query.ts';
import { AppError } from '#protocol/app-error.ts';
import { CallHeader } from './call-header.tsx';
import type { GroupCallView } from './group-call-atom.ts';
import { GroupNotices } from './group-notices.tsx';
import { groupScene } from './group-scene.ts';
import { type PanelName, useMeetingControls } from './meeting-controls.tsx';
import { handsInOrder, peopleOf, roomName, SELF_KEY } from './people.ts';
import type { Picture } from './pictures.ts';
import { PicturesView } from './pictures-view.tsx';
import { SmallPicture } from './small-picture.tsx';
import { useAnnouncements } from './use-announcements.ts';
import { useStageLayout } from './use-stage-layout.ts';
import { useUnread } from './use-unread.ts';

/** As `md` of the theme: below it a panel covers the stage. */
const NARROW = '(max-width: 767px)';

export interface CallScreenProps {
  readonly view: GroupCallView;
  readonly room: RoomView;
}

/** The call while one is in it: the pictures, the panels beside them, the controls below. */
export const CallScreen = ({ view, room }: CallScreenProps) => {
  const { call, snapshot } = view;
  const { local, tracks } = snapshot;
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const places = useCallPlaces();
  const { search, shown: place } = useCallPlace();
  const inWindow = place === 'window';
  const [panel, setPanel] = useState<PanelName | null>(null);
  /** The button shows at once that it was pressed; what it opens moves all pictures, and may take a moment longer. */
  const [pressed, press] = useOptimistic(panel);
  const togglePanel = (name: PanelName, by: 'button' | 'key') => {
    const next = panel === name ? null : name;
    // Who has pressed a key may go on typing: into the panel, or no more into it.
    if (by === 'key' || next === null) setPanel(next);
    else
      startTransition(() => {
        press(next);
        setPanel(next);
      });
  };
  const covered = useMediaQuery(NARROW) && panel !== null;

  const people = peopleOf(snapshot);
  const others = people.length - 1;
  const stage = useStageLayout(people);
  const unread = useUnread(room.messages, room.self, panel === 'chat');
  const announcement = useAnnouncements(people, room.locked);
  const hands = handsInOrder(people).filter(({ self }) => !self);

  const toggleMute = () => {
    // Without a microphone the button asks for one again.
    if (local?.microphone.status === 'failed') call.choose('microphone', null);
    else call.setMuted(!local?.muted);
  };
  const toggleCamera = () =>
    call.setCamera(local?.camera.status !== 'live' && local?.camera.status !== 'starting');
  const onCamera = room.offered.shareCamera ? toggleCamera : null;
  useMediaShortcuts({ onMute: toggleMute, onCamera });
  useLiveSettings(call);

  const tellShown = useCallback(
    ({ person, source }: Picture, size: ShownSize | null) => {
      if (person.key !== SELF_KEY) call.setVisible(person.key, source, size);
    },
    [call],
  );

  const handRaised = room.handRaisedAt !== null;
  const controls = useMeetingControls({
    panel: pressed,
    onPanel: togglePanel,
    onMeant: (name) => (name === 'chat' ? ChatPanel : PeoplePanel).prefetch(),
    handRaised,
    onHand: () => {
      call.meeting.setHand(!handRaised).catch((error: unknown) => {
        const code = error instanceof AppError ? error.code : 'internal-error';
        showSnackbar('error', i18n._(errorText[code]));
      });
    },
    unread: unread.length,
    people: people.length,
    hands: hands.length,
    layout: stage.front ? 'speaker' : 'grid',
    onLayout: stage.toggle,
  });

  const { pictures } = stage;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pictures are made of the snapshot.
  const scene = useMemo(() => groupScene(pictures, snapshot), [snapshot]);
  const front =
    stage.front?.track ?? pictures.find(({ person, track }) => !person.self && track)?.track ?? null;
  const tools = useCallTools({
    call: { ...call, setRecording: call.meeting.setRecording },
    local,
    allowed: { enabled: true, ...room.offered },
    live: true,
    connected: snapshot.joinedAt !== null,
    scene,
    front,
  });

  const serverRecording = useServerRecording({
    allowed: room.offered.recording && room.self.kind !== 'guest' && (room.owner || room.groupName === ''),
    recorded: room.recordedByServer,
    record: call.meeting.recordOnServer,
  });

  const heard = [...tracks].flatMap(([tile, each]) =>
    (['microphone', 'screen-audio', 'playback-audio'] as const).map((source) => {
      const track = each[source];
      return track && <AudioOutput key={`${tile} ${source}`} track={track} />;
    }),
  );
  const recorded = room.recordedByServer || people.some(({ recording }) => recording);
  const changes = (
    <ChangeAnnouncer
      local={local}
      handRaised={handRaised}
      othersShareScreen={people.some(
        ({ self, shares }) => !self && shares.some(({ source }) => source === 'screen'),
      )}
      recorded={recorded}
    />
  );
  const end = () =>
    tools.end(() => {
      call.leave();
      // It is over, whatever is still on the screen.
      if (!inWindow) leaveUnasked(() => void navigate(places.groupHome));
    });

  if (inWindow) {
    const shown =
      stage.front ??
      pictures.find(({ person }) => person.speaking && !person.self) ??
      pictures.find(({ person }) => !person.self);
    return (
      <chakra.div display="contents">
        {heard}
        {changes}
        <Announcer text={announcement} />
        <CallWindow
          name={roomName(room) || t`Call`}
          since={snapshot.joinedAt}
          picture={shown && <SmallPicture key={shown.key} picture={shown} onShown={tellShown} />}
          muted={local?.muted ?? false}
          hangUpLabel={t`Leave`}
          onMute={toggleMute}
          onHangUp={end}
          onReturn={() => navigate(`${places.groupCall}${search}`)}
        />
        {tools.panels}
      </chakra.div>
    );
  }

  return (
    <chakra.div flex="1" minH="0" display="flex" position="relative">
      {heard}
      {changes}
      <chakra.div
        flex="1"
        minW="0"
        minH="0"
        display="flex"
        flexDirection="column"
        position="relative"
        inert={covered}
      >
        <Announcer text={announcement} />
        <GroupNotices
          view={view}
          people={people}
          newest={unread.at(-1) ?? null}
          onOpenChat={() => setPanel('chat')}
        >
          {tools.notices}
        </GroupNotices>
        <CallHeader
          snapshot={snapshot}
          name={roomName(room) || t`Call`}
          count={people.length}
          locked={room.locked}
          recorded={recorded}
        />
        <PicturesView
          pictures={pictures}
          front={stage.front}
          pinned={stage.pinned}
          onPin={stage.pin}
          onShown={tellShown}
        />
        {others === 0 && (
          <chakra.p role="status" textAlign="center" px="4" pt="3" color="stage.muted" data-testid="alone">
            <Trans>You are the only one here. The others can join at any time.</Trans>
          </chakra.p>
        )}
        {tools.panels}
        <ControlBar
          extra={controls.extra}
          more={[controls.more, serverRecording, ...tools.more]}
          end={<HangUpControl testId="leave" label={t`Leave`} onClick={end} />}
        >
          <MediaControls local={local} onMute={toggleMute} onCamera={onCamera} onChoose={call.choose} />
        </ControlBar>
      </chakra.div>
      {panel === 'chat' && (
        <ChatPanel
          messages={room.messages}
          self={room.self}
          onSay={call.meeting.say}
          onClose={() => setPanel(null)}
        />
      )}
      {panel === 'people' && (
        <PeoplePanel people={people} meeting={call.meeting} room={room} onClose={() => setPanel(null)} />
      )}
    </chakra.div>
  );
};

/** Takes the place of the panel, so that the pictures move once. */
const PanelLoading = () => (
  <chakra.div
    flexShrink="0"
    width={{ base: '0', md: '80', xl: '96' }}
    display="grid"
    placeItems="center"
    bg="stage.tile"
  >
    <Spinner size="1.5rem" />
  </chakra.div>
);

const ChatPanel = lazyPart(async () => (await import('./chat-panel.tsx')).default, {
  fallback: <PanelLoading />,
});
const PeoplePanel = lazyPart(async () => (await import('./people-panel.tsx')).default, {
  fallback: <PanelLoading />,
});
