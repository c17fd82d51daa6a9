import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import type { GroupCall } from '#client/call/group/session.ts';
import type { Look } from '#client/call/group/snapshot.ts';
import type { LocalMediaSnapshot } from '#client/media/local-media.ts';
import { useCallPlaces } from '#client/stage/call-places.ts';

const Preview = lazy(() => import('#client/stage/preview.tsx'));

export interface BeforeCallProps {
  readonly call: GroupCall;
  readonly local: LocalMediaSnapshot | null;
  readonly look: Look | null;
}

/** A look at oneself before one joins. */
export const BeforeCall = ({ call, local, look }: BeforeCallProps) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const places = useCallPlaces();
  return (
    <Suspense fallback={null}>
      <Preview
        title={look?.groupName || t`Group call`}
        local={local}
        onMute={call.setMuted}
        onCamera={look?.offered.shareCamera === false ? null : call.setCamera}
        onChoose={call.choose}
        onJoin={() => call.join()}
        onBack={() => navigate(places.groupHome)}
      >
        <Trans>Ready to join?</Trans>
      </Preview>
    </Suspense>
  );
};
