import { Trans } from '@lingui/react/macro';
import { MicOff } from 'lucide-react';
import { useState } from 'react';
import type { Meeting } from '#client/call/group/meeting.ts';
import { Button } from '#client/ui/button.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { AppError } from '#protocol/app-error.ts';
import type { MemberId } from '#protocol/ids.ts';
import type { Person } from './people.ts';

export interface MuteAllProps {
  readonly people: readonly Person[];
  readonly meeting: Meeting;
  /** Says what went wrong. */
  readonly attempt: (what: Promise<void>) => void;
}

/** Mutes everyone else, for the owner. They may unmute themselves. */
export const MuteAll = ({ people, meeting, attempt }: MuteAllProps) => {
  const [busy, setBusy] = useState(false);
  const audible = people.flatMap(({ self, muted, memberId }) =>
    self || muted || !memberId ? [] : [memberId],
  );
  const muteAll = async () => {
    setBusy(true);
    try {
      await mute(meeting, audible);
      showSnackbar('success', <Trans>Everyone else is muted.</Trans>);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="sm"
      shape="pill"
      variant="stage"
      // Not disabled, which would take the focus away as soon as everyone is muted.
      aria-disabled={audible.length === 0}
      loading={busy}
      onClick={() => audible.length > 0 && attempt(muteAll())}
    >
      <MicOff aria-hidden />
      <Trans>Mute all</Trans>
    </Button>
  );
};

/** One refusal does not keep the others from being muted. */
async function mute(meeting: Meeting, members: readonly MemberId[]): Promise<void> {
  const outcomes = await Promise.allSettled(
    members.map((memberId) => meeting.muteMember(memberId, 'microphone')),
  );
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected' && !hasLeft(outcome.reason)) throw outcome.reason;
  }
}

const hasLeft = (error: unknown): boolean => error instanceof AppError && error.code === 'not-found';
