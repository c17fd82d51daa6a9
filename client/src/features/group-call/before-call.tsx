import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai';
import { CircleDot } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import type { GroupCall } from '#client/call/group/group-call.ts';
import type { Look } from '#client/call/group/snapshot.ts';
import { loadChunk } from '#client/load-chunk.ts';
import type { LocalMediaSnapshot } from '#client/media/local-media.ts';
import { useCallPaths } from '#client/stage/call-paths.ts';
import { joinWithAtom } from '#client/stage/device-choice.ts';
import { WaitingForCall } from '#client/stage/waiting-for-call.tsx';
import { Banner } from '#client/ui/banner.tsx';

const Preview = lazy(() => loadChunk(() => import('#client/stage/preview.tsx')));

export interface BeforeCallProps {
  readonly call: GroupCall;
  readonly local: LocalMediaSnapshot | null;
  readonly look: Look | null;
}

/** A look at oneself before one joins. */
export const BeforeCall = ({ call, local, look }: BeforeCallProps) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const paths = useCallPaths();
  const setJoinWith = useSetAtom(joinWithAtom);
  const mayShowCamera = look?.offered.shareCamera !== false;
  return (
    <Suspense fallback={<WaitingForCall label={t`Loading`} onBack={reload} />}>
      <Preview
        title={look?.groupName || t`Group call`}
        local={local}
        onMute={call.setMuted}
        onCamera={mayShowCamera ? call.setCamera : null}
        onChoose={call.choose}
        onJoin={(chosen) => {
          // Where nothing was chosen, or no camera may be shown, the remembered choice stays as it is.
          if (chosen)
            setJoinWith((before) => ({ ...chosen, camera: mayShowCamera ? chosen.camera : before.camera }));
          call.join();
        }}
        onBack={() => navigate(paths.groupHome)}
        notice={
          look?.recorded && (
            <Banner tone="info" icon={<CircleDot aria-hidden />}>
              {look.recorded === 'running' ? (
                <Trans>This call and its chat are being recorded on the server.</Trans>
              ) : (
                <Trans>Every call of this group and its chat are recorded on the server.</Trans>
              )}
            </Banner>
          )
        }
        skippable
      >
        <Trans>Ready to join?</Trans>
      </Preview>
    </Suspense>
  );
};

const reload = () => window.location.reload();
