import { chakra } from '@chakra-ui/react';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai';
import { RotateCw, Users } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Check } from 'typebox/schema';
import { Announcer } from '#client/stage/announcer.tsx';
import { AudioOutput } from '#client/stage/audio-output.tsx';
import { useCallShortcuts } from '#client/stage/call-shortcuts.ts';
import { CallTimer } from '#client/stage/call-timer.tsx';
import { ControlBar, HangUpControl, MediaControls } from '#client/stage/control-bar.tsx';
import { QualityBadge } from '#client/stage/quality-badge.tsx';
import { Stage, StageMessage } from '#client/stage/stage.tsx';
import { Button } from '#client/ui/button.tsx';
import { useDocumentTitle } from '#client/ui/document-title.ts';
import { Spinner } from '#client/ui/spinner.tsx';
import { type GroupId, GroupIdSchema } from '#protocol/ids.ts';
import { Grid } from './grid.tsx';
import { type GroupCallView, groupCallAtom } from './group-call-atom.ts';
import { groupEndText } from './group-end-text.ts';
import { GroupNotices } from './group-notices.tsx';
import { peopleOf, SELF_KEY } from './people.ts';
import { useComingAndGoing } from './use-coming-and-going.ts';

const HOME = '/user/groupchat';
const isGroupId = (value: unknown): value is GroupId => Check(GroupIdSchema, value);

/** `/user/groupchat/talk?group=ID`: joins the call of the group. */
export const GroupCallPage = () => {
  const { t } = useLingui();
  const [parameters] = useSearchParams();
  const groupId = parameters.get('group');
  const view = useAtomValue(groupCallAtom);
  const open = useSetAtom(groupCallAtom);
  const valid = isGroupId(groupId) ? groupId : null;
  useEffect(() => (valid ? open(valid) : undefined), [valid, open]);
  const state = view?.snapshot.state;
  useDocumentTitle(
    state?.name === 'joined' || state?.name === 'rebuilding' ? state.room.groupName : t`Group call`,
  );

  return (
    <Stage label={t`Group call`}>
      {!valid ? (
        <Message title={<Trans>Group not found</Trans>} />
      ) : (
        (view && <Call view={view} />) || <Joining />
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
  return (
    <StageMessage>
      <chakra.h1 textStyle="title" role="alert" data-testid="group-call-over">
        {title}
      </chakra.h1>
      {hint && (
        <chakra.p color="stage.muted" maxW="30rem">
          {hint}
        </chakra.p>
      )}
      <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap="3" mt="4">
        <Button variant="stage" onClick={() => navigate(HOME)}>
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

const Call = ({ view }: { readonly view: GroupCallView }) => {
  const { call, snapshot } = view;
  const { state, local, tracks } = snapshot;
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const people = peopleOf(snapshot);
  const announcement = useComingAndGoing(people);

  const toggleMute = () => {
    // Without a microphone the button asks for one again.
    if (local?.microphone.status === 'failed') call.choose('microphone', null);
    else call.setMuted(!local?.muted);
  };
  const toggleCamera = () =>
    call.setCamera(local?.camera.status !== 'live' && local?.camera.status !== 'starting');
  useCallShortcuts({ onMute: toggleMute, onCamera: toggleCamera });

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
  if (state.name !== 'joined' && state.name !== 'rebuilding') return <Joining />;

  return (
    <>
      <Announcer text={announcement} />
      <GroupNotices view={view} />
      <Header view={view} name={state.room.groupName} count={people.length} />
      <Grid
        people={people}
        onShown={(key, size) => {
          if (key !== SELF_KEY) call.setVisible(key, size);
        }}
      />
      {/* Heard whether or not they are on this page of the grid. */}
      {[...tracks].map(
        ([tile, { microphone }]) => microphone && <AudioOutput key={tile} track={microphone} />,
      )}
      {people.length === 1 && (
        <chakra.p role="status" textAlign="center" px="4" pt="3" color="stage.muted" data-testid="alone">
          <Trans>You are the only one here. The others can join at any time.</Trans>
        </chakra.p>
      )}
      <ControlBar>
        <MediaControls local={local} onMute={toggleMute} onCamera={toggleCamera} onChoose={call.choose} />
        <HangUpControl
          testId="leave"
          label={t`Leave`}
          onClick={() => {
            call.leave();
            void navigate(HOME);
          }}
        />
      </ControlBar>
    </>
  );
};

const Header = ({
  view,
  name,
  count,
}: {
  readonly view: GroupCallView;
  readonly name: string;
  readonly count: number;
}) => {
  const { snapshot } = view;
  const inTheCall = plural(count, { one: '# person in the call', other: '# people in the call' });
  return (
    <chakra.header
      flexShrink="0"
      display="flex"
      alignItems="center"
      gap="3"
      minH="14"
      px="4"
      pt="max(0rem, env(safe-area-inset-top))"
    >
      <chakra.h1 textStyle="subheading" truncate minW="0">
        {name}
      </chakra.h1>
      {snapshot.joinedAt !== null && (
        <chakra.span textStyle="small" color="stage.muted">
          <CallTimer since={snapshot.joinedAt} />
        </chakra.span>
      )}
      <chakra.span marginInlineStart="auto" display="inline-flex" alignItems="center" gap="3">
        {snapshot.quality && <QualityBadge quality={snapshot.quality} />}
        <chakra.span
          role="img"
          aria-label={inTheCall}
          data-testid="participants"
          data-count={count}
          display="inline-flex"
          alignItems="center"
          gap="1.5"
          textStyle="small"
        >
          <Users size={18} aria-hidden />
          {count}
        </chakra.span>
      </chakra.span>
    </chakra.header>
  );
};
