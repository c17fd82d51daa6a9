import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router-dom';
import type { CallMedia } from '#client/call/direct/direct-call.ts';
import { useCallPaths } from '#client/stage/call-paths.ts';
import OwnPreview from '#client/stage/own-preview.tsx';
import { Stage } from '#client/stage/stage.tsx';
import { useDocumentTitle } from '#client/ui/document-title.ts';

/** A guest's look at oneself before anyone is rung: they have not been here before, and the browser asks them first. */
export const BeforeCall = ({ onCall }: { readonly onCall: (media: CallMedia) => void }) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const paths = useCallPaths();
  const title = t`1-to-1 call`;
  useDocumentTitle(title);
  return (
    <Stage label={title}>
      <OwnPreview
        title={title}
        // Whether it may is the host's customer's, and is told with the answer.
        mayShowCamera
        joinLabel={<Trans>Call now</Trans>}
        onJoin={(chosen) => onCall(chosen ? { muted: !chosen.microphone, camera: chosen.camera } : {})}
        onBack={() => navigate(paths.directHome)}
      >
        <Trans>Ready to call?</Trans>
      </OwnPreview>
    </Stage>
  );
};
