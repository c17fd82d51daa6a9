import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { currentUserQuery } from '#client/api/queries/current-user.ts';
import { GUEST, type RecordingOwner } from '#client/media/recorder/kept-recordings.ts';
import type { Recorder, RecorderState, RecordingFailure } from '#client/media/recorder/recorder.ts';
import type { Scene } from '#client/media/recorder/scene.ts';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { useCallPaths } from './call-paths.ts';
import { leaveRecording, takeRecording } from './handover.ts';
import { noteRecording } from './saved-recordings.ts';

export interface Recording {
  readonly state: RecorderState;
  readonly start: () => void;
  /** Ends it and saves the file. */
  readonly stop: () => Promise<void>;
  /** Ends it and forgets it. */
  readonly discard: () => void;
}

export interface RecordingOptions {
  /** What is seen and heard now. */
  readonly scene: Scene;
  /** There is a call, also while it moves to a room. */
  readonly connected: boolean;
  /** The customer allows it. */
  readonly allowed: boolean;
  /** Lets everyone in the call see it. Fails where it may not be. */
  readonly announce: (on: boolean) => Promise<void> | void;
}

const off: RecorderState = { status: 'off' };

/** One recording of a call in this browser; what it takes is loaded with the first one. */
export const useRecording = ({ scene, connected, allowed, announce }: RecordingOptions): Recording => {
  const [recorder, setRecorder] = useState<Recorder | null>(null);
  const [state, setState] = useState<RecorderState>(off);

  const follow = useEffectEvent((next: RecorderState) => {
    setState(next);
    if (state.status === 'recording' && next.status !== 'recording') say(false);
  });
  const say = useEffectEvent((on: boolean) => {
    Promise.resolve(announce(on)).catch(() => {
      // Recording in secret is not offered.
      if (on) recorder?.discard();
    });
  });

  /** The call has come here from another page, which recorded it: that continues, and is said here as well. */
  const goOn = useEffectEvent((left: Recorder) => {
    setRecorder(left);
    setState(left.get());
    Promise.resolve(announce(true)).catch(() => left.stop());
  });
  useEffect(() => {
    const left = takeRecording();
    if (left) goOn(left);
  }, []);
  useEffect(() => {
    if (!recorder) return;
    const end = recorder.subscribe(() => follow(recorder.get()));
    return () => {
      end();
      // The page is left while it records: the recording is saved, unless the call continues on another page.
      if (!leaveRecording(recorder)) void recorder.stop();
    };
  }, [recorder]);
  useEffect(() => recorder?.setScene(scene), [recorder, scene]);
  useEffect(() => {
    // Withdrawn, or the call is over: nothing more is recorded, and nothing is lost.
    if (allowed && connected) return;
    if (connected && recorder?.get().status === 'recording') {
      showSnackbar('warning', <Trans>You can’t record any more. The recording stopped.</Trans>);
    }
    void recorder?.stop();
  }, [recorder, allowed, connected]);

  const { who } = useCallPaths();
  const queryClient = useQueryClient();
  /** Nobody saves a file on a kiosk. */
  const ownerOf = (): RecordingOwner | null => {
    if (who === 'guest') return GUEST;
    const user = queryClient.getQueryData(currentUserQuery().queryKey);
    return who === 'user' && user ? user.id : null;
  };
  const start = async () => {
    try {
      // First said, then done.
      await announce(true);
    } catch {
      update({ status: 'failed', reason: 'start-failed' });
      return;
    }
    const { createRecorder } = await import('#client/media/recorder/recorder.ts');
    const used = recorder ?? createRecorder(ownerOf());
    if (!recorder) {
      // For as long as the page lives: a recording is still being saved when the call's screen is left.
      used.subscribe(() => update(used.get()));
      setRecorder(used);
    }
    await used.start(scene);
    setState(used.get());
    if (used.get().status !== 'recording') await announce(false);
  };

  return {
    state,
    start: () => {
      start().catch(() => update({ status: 'failed', reason: 'start-failed' }));
    },
    stop: async () => recorder?.stop(),
    discard: () => {
      recorder?.discard();
    },
  };
};

function update(state: RecorderState): void {
  noteRecording(state);
  if (state.status === 'failed') showSnackbar('error', <RecordingProblem reason={state.reason} />);
  if (state.status === 'saved') {
    const { name } = state;
    showSnackbar('success', <Trans>Recording saved as {name}</Trans>);
  }
}

/** Specification V8. */
const RecordingProblem = ({ reason }: { readonly reason: RecordingFailure }) => {
  const { t } = useLingui();
  switch (reason) {
    case 'unsupported':
      return t`This browser can’t record.`;
    case 'start-failed':
      return t`The recording couldn’t be started.`;
    case 'recording-failed':
      return t`The recording stopped because of an error. What was recorded until then is saved.`;
    case 'save-failed':
      return t`The recording couldn’t be saved.`;
  }
};
