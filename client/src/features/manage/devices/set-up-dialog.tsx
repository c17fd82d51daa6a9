import { chakra } from '@chakra-ui/react';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useLeaveGuard, useWantedLeave } from '#client/ui/leave-guard.ts';
import { FailedSerials } from './failed-serials.tsx';
import { PrintedSheets } from './printed-sheets.tsx';
import type { FailedSetUp, SetUpResult } from './set-up.ts';
import { SetUpCard } from './set-up-card.tsx';

export interface SetUpDialogProps {
  readonly results: readonly SetUpResult[];
  /** They are new secrets of devices that there were already. */
  readonly renewed?: boolean;
  readonly onClose: () => void;
  /** Back to adding those that failed. */
  readonly onAgain?: (failed: readonly FailedSetUp[]) => void;
}

/** Shows the secrets and QR codes of devices, once; what could not be added stands above them. */
export const SetUpDialog = ({ results, renewed = false, onClose, onAgain }: SetUpDialogProps) => {
  const { t } = useLingui();
  /** What was wanted while a secret was kept nowhere. */
  const [asked, setAsked] = useState<'close' | 'again' | null>(null);
  const [copied, setCopied] = useState<ReadonlySet<string>>(new Set());
  const [printed, setPrinted] = useState(false);
  const devices = results.flatMap((result) => (result.kind === 'done' ? result.device : []));
  const failed = results.flatMap((result) => (result.kind === 'failed' ? result : []));
  const shown = devices.length > 0;
  const counts = { done: devices.length, all: results.length };
  const title = () => {
    if (!renewed) return t`Devices added: ${counts.done} of ${counts.all}`;
    return counts.all === 1 ? t`New secret` : t`New secrets: ${counts.done} of ${counts.all}`;
  };
  // Also by the browser's own menu. Whether a sheet came out of the printer is not known.
  useEffect(() => {
    const note = () => setPrinted(true);
    window.addEventListener('afterprint', note);
    return () => window.removeEventListener('afterprint', note);
  }, []);
  const unkept = printed ? 0 : devices.filter(({ id }) => !copied.has(id)).length;
  useLeaveGuard(unkept > 0, 'once');
  const wanted = useWantedLeave();
  const leaving = wanted?.held === 'once' ? wanted : null;
  const again = onAgain && (() => onAgain(failed));
  return (
    <>
      <Dialog
        title={title()}
        width="44rem"
        // A click beside it must not lose what is shown once.
        onClose={() => (unkept > 0 ? setAsked('close') : onClose())}
        actions={
          <>
            {shown && (
              <Button variant="outline" onClick={() => window.print()}>
                <Printer aria-hidden />
                <Plural value={devices.length} one="Print the sheet" other="Print # sheets" />
              </Button>
            )}
            <Button onClick={onClose}>
              <Trans>Done</Trans>
            </Button>
          </>
        }
      >
        <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4" color="ink">
          {failed.length > 0 && (
            <FailedSerials
              failed={failed}
              renewed={renewed}
              onAgain={unkept > 0 && again ? () => setAsked('again') : again}
            />
          )}
          {shown && (
            <Banner tone="warning">
              <Trans>
                Secrets and QR codes are shown only now. Print or copy them before you close this window.
              </Trans>
            </Banner>
          )}
          {devices.map((device) => (
            <SetUpCard
              key={device.id}
              device={device}
              onCopied={() => setCopied((before) => new Set([...before, device.id]))}
            />
          ))}
        </chakra.div>
      </Dialog>
      <PrintedSheets devices={devices} />
      {(asked || leaving) && (
        <ConfirmDialog
          title={plural(unkept, {
            one: '# secret has been neither printed nor copied',
            other: '# secrets have been neither printed nor copied',
          })}
          confirmLabel={asked === 'again' ? t`Correct and try again` : t`Close`}
          cancelLabel={t`Keep it open`}
          dangerous
          onConfirm={() => {
            if (asked === 'again') again?.();
            else onClose();
            leaving?.confirm();
          }}
          onCancel={() => {
            setAsked(null);
            leaving?.stay();
          }}
        >
          <Plural
            value={unkept}
            one="It can’t be shown again. You can make a new one at any time."
            other="They can’t be shown again. You can make new ones at any time."
          />
        </ConfirmDialog>
      )}
    </>
  );
};
