import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Check } from 'typebox/schema';
import { useLanguage } from '#client/i18n/use-language.ts';
import { CallBoundary } from '#client/stage/call-boundary.tsx';
import { CallOver } from '#client/stage/call-over.tsx';
import { useCallPaths } from '#client/stage/call-paths.ts';
import { useCallPlace, useCallTitle } from '#client/stage/call-place.ts';
import { skipPreviewAtom } from '#client/stage/device-choice.ts';
import { isMarkedOver } from '#client/stage/over-mark.ts';
import { Stage } from '#client/stage/stage.tsx';
import { useLostShare } from '#client/stage/use-lost-share.tsx';
import { WaitingForCall } from '#client/stage/waiting-for-call.tsx';
import { Button } from '#client/ui/button.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { CallIdSchema, GroupIdSchema } from '#protocol/ids.ts';
import type { RoomTarget } from '#protocol/signal/group-call.ts';
import { BeforeCall } from './before-call.tsx';
import { CallScreen } from './call-screen.tsx';
import { type GroupCallView, groupCallAtom } from './group-call-atom.ts';
import { GroupCallOver } from './group-call-over.tsx';
import { groupEndText, groupRefusal } from './group-end-text.ts';
import { OthersSound } from './others-sound.tsx';
import { roomName } from './people.ts';
import type { GuestLinksDialog } from './use-guest-links.tsx';
import { usePastCall } from './use-past-call.ts';

function targetOf(parameters: URLSearchParams): RoomTarget | null {
  const [groupId, callId] = [parameters.get('group'), parameters.get('call')];
  if (Check(GroupIdSchema, groupId)) return { kind: 'group', groupId };
  return Check(CallIdSchema, callId) ? { kind: 'call', callId } : null;
}

export interface GroupCallPageProps {
  readonly guestLinks: GuestLinksDialog;
  /** After a 1-to-1 call that had moved: calls the same person. */
  readonly onCallAgain?: (() => void) | undefined;
}

/** `/user/groupchat/talk?group=ID`: joins the call of the group; `?call=ID` shows a 1-to-1 call that has moved to a room. */
export const GroupCallPage = ({ guestLinks, onCallAgain }: GroupCallPageProps) => {
  const { t } = useLingui();
  const { search, shown } = useCallPlace();
  const target = useMemo(() => targetOf(new URLSearchParams(search)), [search]);
  const view = useAtomValue(groupCallAtom);
  const open = useSetAtom(groupCallAtom);
  const paths = useCallPaths();
  const { who } = paths;
  const language = useLanguage();
  const store = useStore();
  const navigate = useNavigate();
  const { state: navigation } = useLocation();
  /** The page was reloaded, or come back to, after the end of the call. */
  const [wasOver] = useState(() => isMarkedOver(navigation));
  // Asked once: ticking the box in the preview does not take it away. No one stands at a kiosk to press a button.
  const [begin] = useState<'join' | 'preview'>(() =>
    who === 'device' || (store.get(skipPreviewAtom) && !wasOver) ? 'join' : 'preview',
  );
  // The room of a call that had moved is gone with it.
  const isGone = wasOver && target?.kind === 'call';
  const [whenLost] = useState<'join' | 'preview' | 'nothing'>(() => {
    if (shown === 'window') return 'nothing';
    return who === 'device' ? 'join' : 'preview';
  });
  useEffect(
    () => (target && !isGone ? open(target, begin, whenLost) : undefined),
    [target, open, begin, whenLost, isGone],
  );
  const state = view?.snapshot.state;
  useCallTitle(
    state?.name === 'joined' || state?.name === 'rebuilding'
      ? roomName(state.room, language) || t`Group call`
      : t`Group call`,
  );
  const inCall = state?.name === 'joined' || state?.name === 'rebuilding';
  // Messages and questions appear only on the call's own page.
  if (shown === 'window' && !inCall) return null;

  return (
    <Stage label={t`Group call`}>
      {!target ? (
        <CallOver
          testId="group-call-over"
          avatar={null}
          title={t`Group not found`}
          durationS={0}
          rated={null}
          onBack={() => navigate(paths.groupHome)}
        />
      ) : isGone ? (
        <CallOver
          testId="group-call-over"
          avatar={null}
          title={t`The call has ended`}
          durationS={0}
          rated={null}
          onBack={() => navigate(paths.directHome)}
        />
      ) : (
        (view && (
          // The sound goes on where the pictures fail, and the call where the sound does.
          <CallBoundary live={inCall} onEnd={view.call.leave}>
            <OthersSound tracks={view.snapshot.tracks} state={view.snapshot.state} />
            <CallBoundary live={inCall} onEnd={view.call.leave}>
              <Call view={view} target={target} guestLinks={guestLinks} onCallAgain={onCallAgain} />
            </CallBoundary>
          </CallBoundary>
        )) || <Joining />
      )}
    </Stage>
  );
};

/** @param onLeave by default the page is left: there is no call yet */
const Joining = ({ onLeave }: { readonly onLeave?: () => void }) => {
  const navigate = useNavigate();
  const { groupHome } = useCallPaths();
  const leave = () => {
    onLeave?.();
    void navigate(groupHome);
  };
  return (
    <WaitingForCall
      wayOut={
        <Button variant="stage" onClick={leave}>
          <Trans>Leave the call</Trans>
        </Button>
      }
    >
      <chakra.h1 textStyle="heading" role="status" data-testid="joining">
        <Trans>Joining the call…</Trans>
      </chakra.h1>
    </WaitingForCall>
  );
};

interface CallProps extends GroupCallPageProps {
  readonly view: GroupCallView;
  readonly target: RoomTarget;
}

const Call = ({ view, target, guestLinks, onCallAgain }: CallProps) => {
  const { call, snapshot } = view;
  const { state, local } = snapshot;
  const past = usePastCall(snapshot);
  const { who, onRefused } = useCallPaths();
  const refusal = groupRefusal(state);
  useEffect(() => {
    if (refusal) onRefused?.(refusal);
  }, [refusal, onRefused]);
  const signedOut = state.name === 'failed' && state.code === 'unauthenticated' && who !== 'guest';
  useEffect(() => {
    // The page is gone at once: anyone who is signed out sees the sign-in.
    if (signedOut) showSnackbar('warning', <Trans>You were signed out, and the call has ended.</Trans>);
  }, [signedOut]);
  useLostShare(view.lostShare);
  if (refusal && onRefused) return <Joining />;
  if (groupEndText(state)) {
    return (
      <GroupCallOver
        state={state}
        target={target}
        past={past}
        onJoinAgain={() => call.join()}
        onCallAgain={onCallAgain}
      />
    );
  }
  if (view.returning) return <Joining onLeave={call.leave} />;
  if (state.name === 'idle') return <BeforeCall call={call} local={local} look={snapshot.look} />;
  if (state.name !== 'joined' && state.name !== 'rebuilding') return <Joining onLeave={call.leave} />;
  return <CallScreen view={view} room={state.room} guestLinks={guestLinks} />;
};
