import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import type { Recording } from '#client/api/queries/recordings.ts';
import { Badge } from '#client/ui/badge.tsx';
import { faultText, stateText, stateTone } from './state-text.ts';

/** How far a recording is, and what went wrong with it. */
export const RecordingState = ({ recording }: { readonly recording: Recording }) => {
  const { i18n } = useLingui();
  const { state, fault } = recording;
  return (
    <chakra.span display="inline-flex" flexDirection="column" alignItems="flex-start" gap="1">
      <Badge tone={stateTone[state]} data-testid="recording-state">
        {i18n._(stateText[state])}
      </Badge>
      {fault && (
        <chakra.span textStyle="caption" color="ink.muted" maxW="16rem">
          {i18n._(faultText[fault])}
        </chakra.span>
      )}
    </chakra.span>
  );
};
