import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { QrCode } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { credentialsOfText, type DeviceCredentials } from './device-credentials.ts';
import { canScan } from './qr-scanner.ts';
import { ScanDialog } from './scan-dialog.tsx';

/** A set-up link without an address bar: pasted, or scanned where the browser reads QR codes. */
export const SetUpForm = ({ onLink }: { readonly onLink: (link: DeviceCredentials) => void }) => {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const [scans, setScans] = useState(false);
  const [scanning, setScanning] = useState(false);
  useEffect(() => {
    let ended = false;
    void canScan().then((can) => !ended && setScans(can));
    return () => {
      ended = true;
    };
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const link = credentialsOfText(text);
    if (link) onLink(link);
    else setWrong(true);
  };
  return (
    <chakra.form
      onSubmit={submit}
      noValidate
      width="min(34rem, 100%)"
      display="grid"
      gap="3"
      textAlign="start"
      data-testid="set-up-form"
    >
      <TextField
        label={t`Set-up link`}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        error={
          wrong
            ? t`This isn’t a set-up link. Copy the whole link, including everything after the #.`
            : undefined
        }
        onChange={(event) => {
          setText(event.currentTarget.value);
          setWrong(false);
        }}
      />
      <chakra.div display="flex" flexWrap="wrap" gap="3" css={{ '& > *': { flexGrow: 1 } }}>
        {scans && (
          <Button size="lg" variant="outline" onClick={() => setScanning(true)}>
            <QrCode aria-hidden />
            <Trans>Scan QR code</Trans>
          </Button>
        )}
        <Button size="lg" type="submit">
          <Trans>Set up</Trans>
        </Button>
      </chakra.div>
      {scanning && <ScanDialog onLink={onLink} onClose={() => setScanning(false)} />}
    </chakra.form>
  );
};
