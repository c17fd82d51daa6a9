import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { claimedMedia, isMuted, unsentSources } from '#client/call/group/claims.ts';
import type { ShownSize } from '#client/call/group/received-layer.ts';
import type { RoomView } from '#client/call/group/room-view.ts';
import { errorText } from '#client/i18n/error-text.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { Announcer } from '#client/stage/announcer.tsx';
import { BesidePanel, PanelFrame, PanelLoading } from '#client/stage/beside-panel.tsx';
import { CallBoundary } from '#client/stage/call-boundary.tsx';
import { useCallPaths } from '#client/stage/call-paths.ts';
import { useCallPlace } from '#client/stage/call-place.ts';
import { CallWindow } from '#client/stage/call-window.tsx';
import { ChangeAnnouncer } from '#client/stage/change-announcer.tsx';
import { useChat } from '#client/stage/chat/use-chat.tsx';
import { useForgetRead } from '#client/stage/chat/use-unread.ts';
import { ControlBar, HangUpControl, MediaControls } from '#client/stage/control-bar.tsx';
import { lazyPart } from '#client/stage/lazy-part.tsx';
import { useMediaShortcuts } from '#client/stage/media-shortcuts.ts';
import { useSidePanel } from '#client/stage/side-panel-state.ts';
import { StageTop } from '#client/stage/stage.tsx';
import { useCallTools } from '#client/stage/use-call-tools.tsx';
import { useLiveSettings } from '#client/stage/use-live-settings.ts';
import { useMarkedName } from '#client/stage/use-named-in-call.ts';
import { usePageWatched } from '#client/stage/use-page-watched.ts';
import { useServerRecording } from '#client/stage/use-server-recording.tsx';
import { WrappedNotices } from '#client/stage/wrapped-notices.tsx';
import { leaveUnasked } from '#client/ui/leave-guard.ts';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { AppError } from '#protocol/app-error.ts';
import { Alone } from './alone.tsx';
import { CallHeader } from './call-header.tsx';
import type { GroupCallView } from './group-call-atom.ts';
import { GroupNotices } from './group-notices.tsx';
import { groupScene } from './group-scene.ts';
import { useForgetVolumes } from './heard-volume.ts';
import { useMeetingControls } from './meeting-controls.tsx';
import { handsInOrder, type Person, peopleOf, roomName, SELF_KEY } from './people.ts';
import type { Picture } from './pictures.ts';
import { PicturesView } from './pictures-view.tsx';
import { SmallPicture } from './small-picture.tsx';
import { useAnnouncements } from './use-announcements.ts';
import { type GuestLinksDialog, useGuestLinks } from './use-guest-links.tsx';
import { useRingNews } from './use-ring-news.tsx';
import { useRoomChat } from './use-room-chat.ts';
import { useStageLayout } from './use-stage-layout.ts';

export interface CallScreenProps {
  readonly view: GroupCallView;
  readonly room: RoomView;
  readonly guestLinks: GuestLinksDialog;
}

/** The call while one is in it: the pictures, the panels beside them, the controls below. */
export const CallScreen = ({ view, room, guestLinks: Dialog }: CallScreenProps) => {
  const { call, snapshot } = view;
  const local = claimedMedia(snapshot);
  const { t, i18n } = useLingui();
  const language = useLanguage();
  const navigate = useNavigate();
  const paths = useCallPaths();
  const { search, shown: place } = useCallPlace();
  const inWindow = place === 'window';
  const panel = useSidePanel();

  const people = peopleOf(snapshot);
  const others = people.length - 1;
  const stage = useStageLayout(people, room.groupName === '' && people.length === 2);
  const chat = useChat({
    panel,
    callKey: search,
    self: room.self,
    enabled: true,
    ...useRoomChat(call, room),
  });
  const announcement = useAnnouncements(people, room.locked);
  useRingNews(room.rung, panel.open === 'people');
  const guestLinks = useGuestLinks(room, Dialog);
  const hands = handsInOrder(people).filter(({ self }) => !self);

  const toggleMute = () => {
    // Without a microphone the button asks for one again.
    if (local?.microphone.status === 'failed') call.choose('microphone', null);
    // By what was wanted last, not by what is claimed: an even number of presses leaves everything as it was.
    else call.setMuted(!snapshot.local?.muted);
  };
  const toggleCamera = () =>
    call.setCamera(local?.camera.status !== 'live' && local?.camera.status !== 'starting');
  const onCamera = room.offered.shareCamera ? toggleCamera : null;
  useMediaShortcuts({ onMute: toggleMute, onCamera });
  useLiveSettings(call);

  const reportShown = useCallback(
    ({ person, source }: Picture, size: ShownSize | null) => {
      if (person.key !== SELF_KEY) call.setVisible(person.key, source, size);
    },
    [call],
  );

  const [heard, setHeard] = useState<Person | null>(null);
  const forgetVolumes = useForgetVolumes();
  const forgetRead = useForgetRead();
  const handRaised = room.handRaisedAt !== null;
  const isSettled = snapshot.state.name === 'joined' && snapshot.state.failures === 0;
  const controls = useMeetingControls({
    panel,
    onPeopleMeant: PeoplePanel.prefetch,
    chat: chat.control,
    handRaised,
    onHand: () => {
      call.meeting.setHand(!handRaised).catch((error: unknown) => {
        const code = error instanceof AppError ? error.code : 'internal-error';
        showSnackbar('error', i18n._(errorText[code]));
      });
    },
    people: people.length,
    hands: hands.length,
    layout: stage.front ? 'speaker' : 'grid',
    onLayout: stage.toggle,
  });

  const { pictures } = stage;
  const markedName = useMarkedName();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pictures are made of the snapshot.
  const scene = useMemo(() => groupScene(pictures, snapshot, markedName), [snapshot, markedName]);
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

  // A recording is made of the pictures, whether or not someone looks.
  const watched = usePageWatched() || tools.recording;
  useEffect(() => call.setWatched(watched), [call, watched]);

  const serverRecording = useServerRecording({
    allowed: room.offered.recording && room.mayRecordOnServer,
    recorded: room.recordedByServer,
    record: call.meeting.recordOnServer,
  });

  const recorded = room.recordedByServer || people.some(({ recording }) => recording);
  const changes = (
    <ChangeAnnouncer
      local={local && { ...local, muted: isMuted(snapshot) }}
      // In a new room it is raised again.
      handRaised={isSettled ? handRaised : null}
      othersShareScreen={people.some(
        ({ self, shares }) => !self && shares.some(({ source }) => source === 'screen'),
      )}
      recorded={recorded}
    />
  );
  const end = () =>
    tools.end(() => {
      call.leave();
      forgetVolumes();
      forgetRead();
      // The person who has left a kiosk's call walks away. The call is over, although its screen is still shown.
      if (paths.who === 'device' && !inWindow) leaveUnasked(() => void navigate(paths.groupHome));
    });

  if (inWindow) {
    const shown =
      stage.front ??
      pictures.find(({ person }) => person.speaking && !person.self) ??
      pictures.find(({ person }) => !person.self);
    return (
      <chakra.div display="contents">
        {changes}
        <Announcer text={announcement} />
        <CallWindow
          name={roomName(room, language) || t`Call`}
          since={snapshot.joinedAt}
          picture={shown && <SmallPicture key={shown.key} picture={shown} onShown={reportShown} />}
          recorded={recorded}
          muted={local?.muted ?? false}
          hangUpLabel={t`Leave`}
          onMute={toggleMute}
          onHangUp={end}
          onReturn={() => navigate(`${paths.groupCall}${search}`)}
        />
        {tools.panels}
      </chakra.div>
    );
  }

  return (
    <BesidePanel
      covered={panel.covers}
      panel={
        panel.open && (
          <CallBoundary key={panel.open} live part onEnd={panel.close} frame={inPanel}>
            {panel.open === 'people' ? (
              <PeoplePanel
                people={people}
                meeting={call.meeting}
                room={room}
                onVolume={setHeard}
                onClose={panel.close}
              />
            ) : (
              chat.panel
            )}
          </CallBoundary>
        )
      }
      controls={
        <ControlBar
          extra={
            <>
              {tools.bar}
              {controls.extra}
            </>
          }
          more={[controls.more, guestLinks.items, serverRecording, ...tools.more]}
          end={<HangUpControl testId="leave" label={t`Leave`} onClick={end} />}
        >
          <MediaControls
            local={local}
            unsent={unsentSources(snapshot)}
            onMute={toggleMute}
            onCamera={onCamera}
            onChoose={call.choose}
          />
        </ControlBar>
      }
    >
      <CallBoundary live part>
        {changes}
        <Announcer text={announcement} />
        <WrappedNotices>
          <StageTop>
            <CallHeader
              snapshot={snapshot}
              name={roomName(room, language) || t`Call`}
              count={people.length}
              locked={room.locked}
              recorded={recorded}
            />
            <GroupNotices view={view} people={people}>
              {chat.notice}
              {tools.notices}
            </GroupNotices>
          </StageTop>
        </WrappedNotices>
        <PicturesView
          pictures={pictures}
          front={stage.front}
          facing={stage.facing}
          pinned={stage.pinned}
          onPin={stage.pin}
          onVolume={setHeard}
          onShown={reportShown}
        />
        {others === 0 && <Alone room={room} meeting={call.meeting} onGuestLinks={guestLinks.open} />}
        {guestLinks.dialog}
        {heard && <VolumeDialog person={heard} onClose={() => setHeard(null)} />}
      </CallBoundary>
      {/* What asks before the call is left is not gone with the pictures. */}
      {tools.panels}
    </BesidePanel>
  );
};

const inPanel = (message: ReactNode) => <PanelFrame>{message}</PanelFrame>;

const VolumeDialog = lazyPart(async () => (await import('./volume-dialog.tsx')).default);
const PeoplePanel = lazyPart(async () => (await import('./people-panel.tsx')).default, {
  fallback: <PanelLoading />,
});
