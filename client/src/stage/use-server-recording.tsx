import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { CircleDot, Square } from 'lucide-react';
import { useState } from 'react';
import { textOfError } from '#client/i18n/error-text.ts';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { errorCodeOf } from '#protocol/app-error.ts';
import type { MoreItem } from './more-menu.tsx';

export interface ServerRecordingOptions {
  /** One may: owns the group or is one of two, and the customer's feature is on. */
  readonly allowed: boolean;
  /** The call is being recorded on the server. */
  readonly recorded: boolean;
  /** Rejects with what the server answers. */
  readonly record: (on: boolean) => Promise<void>;
}

/** The entry of the call's menu that records it on the server. */
export function useServerRecording({
  allowed,
  recorded,
  record,
}: ServerRecordingOptions): readonly MoreItem[] {
  const { t, i18n } = useLingui();
  const [asking, setAsking] = useState(false);
  if (!allowed) return [];
  const toggle = () => {
    setAsking(true);
    record(!recorded).then(
      () => {
        setAsking(false);
        // The call itself tells everyone that it is being recorded.
        if (recorded) showSnackbar('success', t`You’ll soon find it in Recordings.`);
      },
      (error: unknown) => {
        setAsking(false);
        showSnackbar('error', i18n._(recorded ? textOfError(error) : notRecordedText(error)));
      },
    );
  };
  return [
    {
      id: 'record-on-server',
      icon: recorded ? <Square aria-hidden /> : <CircleDot aria-hidden />,
      label: recorded ? t`Stop recording on the server` : t`Record on the server`,
      hint: recorded ? undefined : t`Everyone in the call sees it. The files are kept on the server.`,
      disabled: asking,
      onSelect: toggle,
    },
  ];
}

/** Why a call is not recorded on the server. */
export const notRecordedText = (error: unknown): MessageDescriptor =>
  errorCodeOf(error) === 'media-node-unavailable'
    ? msg`The call isn’t recorded: the media server can’t be reached.`
    : textOfError(error);
