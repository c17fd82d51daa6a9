import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { loadTexts } from '#client/i18n/activate.ts';
import { readLeftover, removeFile } from '#client/media/recorder/chunk-store.ts';
import {
  type KeptRecording,
  keptRecordings,
  type RecordingOwner,
} from '#client/media/recorder/kept-recordings.ts';
import { forgetRecording, partName, recordingLock } from '#client/media/recorder/recording-note.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { addLastingSnack, dismissSnack } from '#client/ui/snacks.ts';

/** Offered at once: of more, the oldest. The others come with the next page. */
const MAX_OFFERED = 3;

const offered = new Set<string>();

/** Runs only if no other page records or saves this recording. Undefined: another one does. */
const whileUnused = <Result,>(name: string, task: () => Promise<Result>): Promise<Result | undefined> =>
  navigator.locks.request(recordingLock(name), { ifAvailable: true }, (lock) =>
    lock ? task() : Promise.resolve(undefined),
  );

/** Offers what pages of this person that were killed have left of their recordings. */
export async function offerRecordings(owner: RecordingOwner): Promise<void> {
  await loadTexts('rest');
  for (const recording of keptRecordings(owner).slice(0, MAX_OFFERED)) {
    const { name } = recording;
    if (offered.has(name)) continue;
    await whileUnused(name, async () => {
      const file = await readLeftover(partName(name));
      if (!file) {
        forgetRecording(owner, name);
        return;
      }
      offered.add(name);
      addLastingSnack('warning', (id) => (
        <RecoveredRecording owner={owner} recording={recording} onOver={() => dismissSnack(id)} />
      ));
    });
  }
}

interface RecoveredRecordingProps {
  readonly owner: RecordingOwner;
  readonly recording: KeptRecording;
  readonly onOver: () => void;
}

type Step = 'offered' | 'saving' | 'asked-to-delete';

const RecoveredRecording = ({ owner, recording, onOver }: RecoveredRecordingProps) => {
  const { t } = useLingui();
  const [step, setStep] = useState<Step>('offered');
  const { name, mimeType } = recording;
  const over = () => {
    offered.delete(name);
    onOver();
  };
  const remove = async () => {
    await removeFile(partName(name)).catch(() => {});
    forgetRecording(owner, name);
    over();
  };
  const save = async () => {
    setStep('saving');
    try {
      await whileUnused(name, async () => {
        const file = await readLeftover(partName(name));
        if (!file) return;
        const { saveRecording } = await import('#client/media/recorder/save-recording.ts');
        await saveRecording(file, mimeType, name, () => {});
        await remove();
        showSnackbar('success', <Trans>Recording saved as {name}</Trans>);
      });
      // Saved, here or by another page.
      over();
    } catch {
      setStep('offered');
      showSnackbar('error', <Trans>The recording couldn’t be saved.</Trans>);
    }
  };
  return (
    <chakra.div display="grid" gap="2" data-testid="recovered-recording">
      <Trans>The recording {name} was interrupted. Save it within seven days.</Trans>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <Button size="sm" loading={step === 'saving'} onClick={() => void save()}>
          <Trans>Save</Trans>
        </Button>
        <Button
          size="sm"
          variant="ghost"
          disabled={step === 'saving'}
          onClick={() => setStep('asked-to-delete')}
        >
          <Trans>Delete</Trans>
        </Button>
      </chakra.div>
      {step === 'asked-to-delete' && (
        <ConfirmDialog
          title={t`Delete the recording?`}
          confirmLabel={t`Delete`}
          dangerous
          onConfirm={() => void remove()}
          onCancel={() => setStep('offered')}
        >
          <Trans>The recording {name} can’t be restored.</Trans>
        </ConfirmDialog>
      )}
    </chakra.div>
  );
};
