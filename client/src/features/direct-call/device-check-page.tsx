import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { allowedQuery } from '#client/api/queries/allowed.ts';
import { readMissing } from '#client/api/queries/read-missing.ts';
import { useCallPaths } from '#client/stage/call-paths.ts';
import OwnPreview from '#client/stage/own-preview.tsx';
import { Stage, StageMessage } from '#client/stage/stage.tsx';
import { WaitingForCall } from '#client/stage/waiting-for-call.tsx';
import { Button } from '#client/ui/button.tsx';
import { useDocumentTitle } from '#client/ui/document-title.ts';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';

/** `/user/videochat/devices`: how one looks and sounds, before one calls or is called; what is chosen counts from then on. */
export const DeviceCheckPage = () => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { directHome } = useCallPaths();
  const { data: allowed, error, refetch } = useQuery(allowedQuery('service_video_chat'));
  const queryClient = useQueryClient();
  const back = (
    <Button variant="stage" onClick={() => void navigate(directHome)}>
      <Trans>Back</Trans>
    </Button>
  );
  const title = t`Camera and audio`;
  useDocumentTitle(title);
  return (
    <Stage label={title}>
      {allowed ? (
        <OwnPreview
          title={title}
          mayShowCamera={allowed.shareCamera}
          lookOnly
          joinLabel={<Trans>Done</Trans>}
          onJoin={() => void navigate(directHome)}
        >
          <Trans>How the others will see and hear you. Your next call begins with these devices.</Trans>
        </OwnPreview>
      ) : error ? (
        <StageMessage>
          <LoadingFailed error={error} onRetry={() => void refetch()} />
          {back}
        </StageMessage>
      ) : (
        <WaitingForCall label={t`Loading`} onBack={() => readMissing(queryClient)} wayOut={back} />
      )}
    </Stage>
  );
};
