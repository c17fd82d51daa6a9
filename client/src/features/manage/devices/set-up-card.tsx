import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { CopyButton } from '#client/ui/copy-button.tsx';
import type { SetUpDevice } from './set-up.ts';
import { SetUpCode } from './set-up-code.tsx';

export interface SetUpCardProps {
  readonly device: SetUpDevice;
  /** The secret, or the link, which has it. */
  readonly onCopied: () => void;
}

/** What a kiosk is set up with, on the screen. The link is text: a click would leave the secret in the history. */
export const SetUpCard = ({ device, onCopied }: SetUpCardProps) => {
  const { t } = useLingui();
  const { serialPrinted, name, secret, setupLink } = device;
  return (
    <chakra.section
      aria-label={serialPrinted}
      display="flex"
      flexWrap="wrap"
      gap="4"
      p="4"
      borderWidth="1px"
      borderColor="line"
      borderRadius="md"
    >
      <chakra.div role="img" aria-label={t`QR code to set up ${serialPrinted}`} data-testid="set-up-code">
        <SetUpCode link={setupLink} size="11rem" />
      </chakra.div>
      <chakra.div flex="1 1 14rem" minW="0" display="grid" gap="2" alignContent="start">
        <chakra.h3 textStyle="subheading">
          {serialPrinted}
          {name !== '' && ` (${name})`}
        </chakra.h3>
        <chakra.p textStyle="small" color="ink.muted">
          <Trans>Open /device on the device and scan the code, or paste the link there.</Trans>
        </chakra.p>
        <chakra.p textStyle="small">
          <Trans>Secret</Trans>{' '}
          <chakra.code data-testid="set-up-secret" fontFamily="mono" overflowWrap="anywhere">
            {secret}
          </chakra.code>
        </chakra.p>
        <chakra.div display="flex" flexWrap="wrap" gap="2">
          <CopyButton text={setupLink} label={t`Copy the set-up link`} onCopied={onCopied} />
          <CopyButton text={secret} label={t`Copy the secret`} onCopied={onCopied} />
        </chakra.div>
      </chakra.div>
    </chakra.section>
  );
};
