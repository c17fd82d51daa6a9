import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { RotateCw } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Check } from 'typebox/schema';
import { useLanguage } from '#client/i18n/use-language.ts';
import { CallBoundary } from '#client/stage/call-boundary.tsx';
import { useCallPaths } from '#client/stage/call-paths.ts';
import { useCallPlace, useCallTitle } from '#client/stage/call-place.ts';
import { skipPreviewAtom } from '#client/stage/device-choice.ts';
import { Stage, StageMessage } from '#client/stage/stage.tsx';
import { useLostFocus } from '#client/stage/use-lost-focus.ts';
import { useLostShare } from '#client/stage/use-lost-share.tsx';
import { Button } from '#client/ui/button.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { CallIdSchema, GroupIdSchema } from '#protocol/ids.ts';
import type { RoomTarget } from '#protocol/signal/group-call.ts';
import { BeforeCall } from './before-call.tsx';
import { CallScreen } from './call-screen.tsx';
import { type GroupCallView, groupCallAtom } from './group-call-atom.ts';
import { groupEndText, groupRefusal } from './group-end-text.ts';
import { OthersSound } from './others-sound.tsx';
import { roomName } from './people.ts';
import type { GuestLinksDialog } from './use-guest-links.tsx';

function targetOf(parameters: URLSearchParams): RoomTarget | null {
  const [groupId, callId] = [parameters.get('group'), parameters.get('call')];
  if (Check(GroupIdSchema, groupId)) return { kind: 'group', groupId };
  return Check(CallIdSchema, callId) ? { kind: 'call', callId } : null;
}

export interface GroupCallPageProps {
  readonly guestLinks: GuestLinksDialog;
}

/** `/user/groupchat/talk?group=ID`: joins the call of the group; `?call=ID` shows a 1-to-1 call that has moved to a room. */
export const GroupCallPage = ({ guestLinks }: GroupCallPageProps) => {
  const { t } = useLingui();
  const { search, shown } = useCallPlace();
  const target = useMemo(() => targetOf(new URLSearchParams(search)), [search]);
  const view = useAtomValue(groupCallAtom);
  const open = useSetAtom(groupCallAtom);
  const { who } = useCallPaths();
  const language = useLanguage();
  const store = useStore();
  // Asked once: ticking the box in the preview does not take it away. No one stands at a kiosk to press a button.
  const [begin] = useState<'join' | 'preview'>(() =>
    who === 'device' || store.get(skipPreviewAtom) ? 'join' : 'preview',
  );
  useEffect(() => (target ? open(target, begin) : undefined), [target, open, begin]);
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
        <Message title={<Trans>Group not found</Trans>} />
      ) : (
        (view && (
          <>
            <OthersSound tracks={view.snapshot.tracks} state={view.snapshot.state} />
            <CallBoundary live={inCall} onEnd={view.call.leave}>
              <Call view={view} guestLinks={guestLinks} />
            </CallBoundary>
          </>
        )) || <Joining />
      )}
    </Stage>
  );
};

const Joining = () => (
  <StageMessage>
    <Spinner size="2.25rem" />
    <chakra.h1 textStyle="heading" role="status" data-testid="joining">
      <Trans>Joining the call…</Trans>
    </chakra.h1>
  </StageMessage>
);

interface MessageProps {
  readonly title: ReactNode;
  readonly hint?: ReactNode;
  readonly onAgain?: () => void;
}

const Message = ({ title, hint, onAgain }: MessageProps) => {
  const navigate = useNavigate();
  const paths = useCallPaths();
  const heading = useLostFocus<HTMLHeadingElement>();
  return (
    <StageMessage>
      <chakra.h1
        ref={heading}
        tabIndex={-1}
        textStyle="title"
        outline="none"
        role="alert"
        data-testid="group-call-over"
      >
        {title}
      </chakra.h1>
      {hint && (
        <chakra.p color="stage.muted" maxW="30rem">
          {hint}
        </chakra.p>
      )}
      <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap="3" mt="4">
        <Button variant="stage" onClick={() => navigate(paths.groupHome)}>
          <Trans>Back</Trans>
        </Button>
        {onAgain && (
          <Button onClick={onAgain} data-testid="join-again">
            <RotateCw aria-hidden />
            <Trans>Join again</Trans>
          </Button>
        )}
      </chakra.div>
    </StageMessage>
  );
};

const Call = ({ view, guestLinks }: GroupCallPageProps & { readonly view: GroupCallView }) => {
  const { call, snapshot } = view;
  const { state, local } = snapshot;
  const { i18n } = useLingui();
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
  const end = groupEndText(state);
  if (end) {
    return (
      <Message
        title={i18n._(end.title)}
        {...(end.hint && { hint: i18n._(end.hint) })}
        {...(end.again && { onAgain: () => call.join() })}
      />
    );
  }
  if (view.returning) return <Joining />;
  if (state.name === 'idle') return <BeforeCall call={call} local={local} look={snapshot.look} />;
  if (state.name !== 'joined' && state.name !== 'rebuilding') return <Joining />;
  return <CallScreen view={view} room={state.room} guestLinks={guestLinks} />;
};
