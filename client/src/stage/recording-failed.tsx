import { Trans } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import type { RecordingFault } from '#protocol/signal/recording.ts';
import { StageNotice } from './stage.tsx';

/** A recording whose room was lost goes on in the next one within seconds: only then is there something to say. */
const GOES_ON_MS = 5_000;

const mayGoOn = (fault: RecordingFault): boolean => fault === 'node-lost' || fault === 'maintenance';

/** Why the server stopped recording. Stays until it is dismissed, because nothing is kept from now on. */
export const RecordingFailed = ({ fault }: { readonly fault: RecordingFault }) => {
  const [read, setRead] = useState(false);
  const [due, setDue] = useState(!mayGoOn(fault));
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), GOES_ON_MS);
    return () => clearTimeout(timer);
  }, []);
  if (read || !due) return null;
  return (
    <StageNotice
      testId="recording-failed"
      tone="warning"
      icon={<CircleAlert size={18} aria-hidden />}
      action={
        <Button variant="stageActive" size="sm" shape="pill" onClick={() => setRead(true)}>
          <Trans>Dismiss</Trans>
        </Button>
      }
    >
      <FaultText fault={fault} />
    </StageNotice>
  );
};

const FaultText = ({ fault }: { readonly fault: RecordingFault }) => {
  switch (fault) {
    case 'disk-full':
      return (
        <Trans>The recording stopped because the server’s disk is full. What was recorded is kept.</Trans>
      );
    case 'quota':
      return <Trans>The call isn’t recorded: there’s no space left for recordings.</Trans>;
    case 'node-lost':
      return <Trans>The recording stopped because the media server failed. What was recorded is kept.</Trans>;
    case 'maintenance':
      return (
        <Trans>
          The recording stopped because of maintenance on the media server. What was recorded is kept. You can
          start recording again.
        </Trans>
      );
    case 'storage':
      return <Trans>The recording stopped because the server can’t write to its disk.</Trans>;
    case 'internal':
      return <Trans>The recording stopped because something went wrong on the server.</Trans>;
  }
};
