import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { type DirectCallState, isInCall } from '#client/call/direct/call-state.ts';
import { callKeeper } from '#client/call/kept-call.ts';
import { directCallAtom } from '#client/features/direct-call/direct-call-atom.ts';
import { endText } from '#client/features/direct-call/end-text.tsx';
import { ReturningView } from '#client/features/direct-call/returning-view.tsx';
import { groupCallAtom } from '#client/features/group-call/group-call-atom.ts';
import { groupEndText } from '#client/features/group-call/group-end-text.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { CallBoundary } from '#client/stage/call-boundary.tsx';
import { callIntent, takeCallIntent } from '#client/stage/call-intent.ts';
import { useCallPaths } from '#client/stage/call-paths.ts';
import { CallPlaceProvider } from '#client/stage/call-place.ts';
import { Stage } from '#client/stage/stage.tsx';
import { notRecordedText } from '#client/stage/use-server-recording.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { AppError } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import { InCallGuestLinks } from './in-call-guest-links.ts';
import { DirectCallPage, GroupCallPage } from './screens.ts';
import { useNoteCall } from './use-note-call.ts';

const addressOf = (state: DirectCallState): string | null => {
  switch (state.name) {
    case 'calling':
      return state.pairId === null ? '' : `?pair=${state.pairId}`;
    case 'connecting':
    case 'connected':
    case 'moved':
      return state.call.pairId === null ? `?call=${state.call.callId}` : `?pair=${state.call.pairId}`;
    default:
      return null;
  }
};

/**
 * The call that continues: on its own page, and in a small window over every other one. The calls' pages are here rather than among
 * the routes, so that a call does not start over when the user opens another page.
 */
export const CallHost = () => {
  const { pathname, search, state: wish } = useLocation();
  const { t } = useLingui();
  const paths = useCallPaths();
  const direct = useDirect();
  const group = useAtomValue(groupCallAtom)?.snapshot.state.name;
  const onDirect = pathname === paths.directCall;
  const onGroup = pathname === paths.groupCall;
  const groupLive = group === 'joining' || group === 'joined' || group === 'rebuilding';
  const moved = direct.state?.name === 'moved' ? direct.state : null;

  /** Of the group's page, while another one is shown. */
  const [groupSearch, setGroupSearch] = useState(leftGroupSearch);
  const wantedGroup = onGroup ? search : moved?.joined ? `?call=${moved.call.callId}` : groupSearch;
  // A call that continues is not left for another one by an address.
  const staysInGroup = groupLive && groupSearch !== null && groupSearch !== wantedGroup;
  if (wantedGroup !== groupSearch && !staysInGroup) setGroupSearch(wantedGroup);
  useEndedInWindow(onDirect || (onGroup && search.includes('call=')), onGroup);
  useRefusedRecording();
  useNoteCall(direct.snapshot);
  const navigate = useNavigate();
  /** Whom a call in a room was with before it moved there. */
  const again = direct.state?.name === 'ended' ? direct.state : null;
  const callAgain =
    again && (again.pairId !== null || paths.who === 'guest')
      ? () =>
          void navigate(`${paths.directCall}${again.pairId === null ? '' : `?pair=${again.pairId}`}`, {
            state: callIntent(),
            replace: true,
          })
      : undefined;

  const stay = stayIn();
  const showsDirectPage = stay ? stay.call === 'direct' : onDirect;
  const showsGroupPage = stay ? stay.call === 'group' : onGroup;
  const groupPage = useMemo(
    () => ({ shown: showsGroupPage ? ('page' as const) : ('window' as const), search: groupSearch ?? '' }),
    [showsGroupPage, groupSearch],
  );
  const directPage = useMemo(
    () => ({
      shown: showsDirectPage ? ('page' as const) : ('window' as const),
      search: direct.address ?? (showsDirectPage ? search : ''),
    }),
    [showsDirectPage, direct.address, search],
  );

  const waitsForRoom =
    !stay && onGroup && search.includes('call=') && (direct.returning || (moved && !moved.joined));
  const showsDirect = showsDirectPage || (direct.live && !moved?.joined && !waitsForRoom);
  const showsGroup =
    !waitsForRoom &&
    (showsGroupPage || groupLive || (moved?.joined && !showsDirectPage) || leftGroupSearch() !== null);
  return (
    <Suspense>
      {/* Beside the call's page, which would leave a group call if it were gone for a moment. */}
      {stay && <StayInCall {...stay} />}
      {waitsForRoom && <ReturningView onEnd={direct.hangUp} />}
      {showsDirect && (
        <CallPlaceProvider value={directPage}>
          <CallBoundary
            live={direct.live}
            onEnd={direct.hangUp}
            frame={(message) => <Stage label={t`Call`}>{message}</Stage>}
          >
            <DirectCallPage />
          </CallBoundary>
        </CallPlaceProvider>
      )}
      {showsGroup && groupSearch !== null && (
        <CallPlaceProvider value={groupPage}>
          <GroupCallPage guestLinks={InCallGuestLinks} onCallAgain={callAgain} />
        </CallPlaceProvider>
      )}
    </Suspense>
  );

  /** The call that continues, while the address is that of another one. */
  function stayIn(): StayInCallProps | null {
    const directAt = `${paths.directCall}${direct.address ?? ''}`;
    if (groupLive && groupSearch !== null && ((onGroup && staysInGroup) || (onDirect && !moved)))
      return { call: 'group', at: `${paths.groupCall}${groupSearch}`, instead: true };
    // An answered call finds its address by the same way.
    if (onDirect && direct.address && !moved?.joined && direct.address !== search)
      return { call: 'direct', at: directAt, instead: wish };
    if (onGroup && direct.live && !moved && !search.includes('call='))
      return { call: 'direct', at: directAt, instead: true };
    return null;
  }
};

interface StayInCallProps {
  readonly call: 'direct' | 'group';
  readonly at: string;
  /** Whether someone has asked for another call; else the state of the navigation, which says so. */
  readonly instead: unknown;
}

/** Back to the call that continues, with a word about why the other one does not begin. */
const StayInCall = ({ at, instead }: StayInCallProps) => {
  useEffect(() => {
    if (instead === true || takeCallIntent(instead))
      showSnackbar('info', <Trans>You’re still in this call. End it before you start another one.</Trans>);
  }, [instead]);
  return <Navigate to={at} replace />;
};

/** Of the call that the last page of this tab has left. */
const leftGroupSearch = (): string | null => {
  const call = callKeeper.left?.call;
  return call?.kind === 'group' ? `?group=${call.groupId}` : null;
};

function useDirect() {
  const view = useAtomValue(directCallAtom);
  const state = view?.snapshot.state;
  return {
    snapshot: view?.snapshot,
    state,
    live: state !== undefined && isInCall(state),
    address: state ? addressOf(state) : null,
    hangUp: () => view?.call.hangUp(),
    returning: view ? view.snapshot.returning === 'trying' : callKeeper.left?.call.kind === 'direct',
  };
}

/** If a page was reloaded while it was starting a recording, the next page says why none has started. */
function useRefusedRecording(): void {
  const { i18n } = useLingui();
  const refused = useAtomValue(directCallAtom)?.snapshot.recordingRefused ?? null;
  const say = useEffectEvent((code: ErrorCode) =>
    showSnackbar('error', i18n._(notRecordedText(new AppError(code)))),
  );
  useEffect(() => {
    if (refused !== null) say(refused);
  }, [refused]);
}

/**
 * How a call has ended is announced by its own page; where that is not shown, in a word.
 *
 * @param onPage the page of a 1-to-1 call is shown, or that of the room to which one has moved
 */
function useEndedInWindow(onPage: boolean, onGroup: boolean): void {
  const { i18n } = useLingui();
  const named = useNamed();
  const direct = useAtomValue(directCallAtom);
  const group = useAtomValue(groupCallAtom);
  const state = direct?.snapshot.state;
  const ended = state?.name === 'ended' ? state : null;
  const groupEnd = group ? groupEndText(group.snapshot.state) : null;
  /** What its own page has announced. */
  const announced = useRef<typeof ended>(null);
  const say = useEffectEvent((end: NonNullable<typeof ended>, page: boolean) => {
    if (page) {
      announced.current = end;
      return;
    }
    if (announced.current !== end)
      showSnackbar('info', i18n._(endText(end.end, end.peer ? named(end.peer) : '').title));
    direct?.call.dismiss();
  });
  useEffect(() => {
    if (ended) say(ended, onPage);
  }, [ended, onPage]);
  const lost = direct?.snapshot.returning === 'failed' && !onPage;
  const sayLost = useEffectEvent(() => {
    showSnackbar('info', i18n._(endText({ kind: 'reason', reason: 'connection-lost' }, '').title));
    direct?.call.dismiss();
  });
  useEffect(() => {
    if (lost) sayLost();
  }, [lost]);
  const sayGroup = useEffectEvent(() => {
    if (groupEnd && !onGroup) showSnackbar('info', i18n._(groupEnd.title));
  });
  // Anyone who has left knows it.
  const groupOver = groupEnd !== null && group?.snapshot.state.name !== 'left';
  useEffect(() => {
    if (groupOver) sayGroup();
  }, [groupOver]);
}
