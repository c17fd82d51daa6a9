import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Delete } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { type KioskPin, PIN_MAX_LENGTH, PIN_MIN_LENGTH, pinDigits } from './kiosk-pin.ts';

interface PinFormProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly submitLabel: ReactNode;
  /** What is wrong with it; null if it is right. */
  readonly onPin: (pin: string) => Promise<string | null>;
  readonly onClose: () => void;
  /** In place of cancelling. */
  readonly otherwise?: ReactNode;
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'];

/** With keys of its own: a kiosk may have no keyboard, nor a system that shows one. */
const PinForm = ({ title, lead, submitLabel, onPin, onClose, otherwise }: PinFormProps) => {
  const { t } = useLingui();
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const formId = useId();
  const change = (text: string) => {
    setPin(pinDigits(text));
    setError(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (pin.length < PIN_MIN_LENGTH) {
      setError(t`Enter ${PIN_MIN_LENGTH} to ${PIN_MAX_LENGTH} digits.`);
      return;
    }
    setBusy(true);
    const problem = await onPin(pin);
    setBusy(false);
    if (problem === null) return;
    setPin('');
    setError(problem);
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      width="24rem"
      actions={
        <>
          {otherwise ?? (
            <Button variant="outline" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
          )}
          <Button type="submit" form={formId} loading={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <chakra.form
        id={formId}
        noValidate
        onSubmit={(event) => void submit(event)}
        display="grid"
        gap="3"
        data-testid="pin-form"
      >
        <p>{lead}</p>
        <TextField
          label={t`PIN`}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          color="ink"
          value={pin}
          error={error}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <chakra.div display="grid" gridTemplateColumns="repeat(3, 1fr)" gap="2">
          {DIGITS.map((digit) => (
            <Button
              key={digit}
              size="lg"
              variant="outline"
              gridColumn={digit === '0' ? '2' : undefined}
              onClick={() => change(pin + digit)}
            >
              {digit}
            </Button>
          ))}
          <Button
            size="lg"
            variant="ghost"
            aria-label={t`Delete the last digit`}
            onClick={() => change(pin.slice(0, -1))}
          >
            <Delete aria-hidden />
          </Button>
        </chakra.div>
      </chakra.form>
    </Dialog>
  );
};

interface AskPinProps {
  readonly pin: KioskPin;
  readonly onRight: () => void;
  readonly onClose: () => void;
}

export const AskPin = ({ pin, onRight, onClose }: AskPinProps) => {
  const { t } = useLingui();
  return (
    <PinForm
      title={t`Enter the PIN`}
      lead={
        <Trans>
          Enter the PIN set on this device. Forgot it? A new set-up link from its manager resets it.
        </Trans>
      }
      submitLabel={<Trans>Continue</Trans>}
      onClose={onClose}
      onPin={async (entered) => {
        const answer = await pin.check(entered);
        if (answer === 'right') onRight();
        if (answer === 'wrong') return t`The PIN is wrong.`;
        return answer === 'paused' ? t`Too many wrong PINs. Try again in a minute.` : null;
      }}
    />
  );
};

interface ChoosePinProps {
  readonly pin: KioskPin;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export const ChoosePin = ({ pin, onDone, onClose }: ChoosePinProps) => {
  const { t } = useLingui();
  return (
    <PinForm
      title={t`Protect the settings with a PIN?`}
      lead={
        <Trans>
          Only people who know it can then change the settings and approve requests on this device. Without
          it, every visitor can.
        </Trans>
      }
      submitLabel={<Trans>Set PIN</Trans>}
      onClose={onClose}
      otherwise={
        pin.status() === 'never-asked' ? (
          <Button
            variant="outline"
            onClick={() => {
              pin.decline();
              onDone();
            }}
          >
            <Trans>Not now</Trans>
          </Button>
        ) : undefined
      }
      onPin={async (chosen) => {
        await pin.set(chosen);
        onDone();
        return null;
      }}
    />
  );
};
