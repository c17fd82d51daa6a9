import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#client/ui/button.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Input } from '#client/ui/text-field.tsx';

export interface SecretDialogProps {
  readonly secret: string;
  /** It replaces another. */
  readonly renewed: boolean;
  readonly onClose: () => void;
}

/** The secret of a webhook, which is shown this once: kept nowhere, and in no address. */
export const SecretDialog = ({ secret, renewed, onClose }: SecretDialogProps) => {
  const { t } = useLingui();
  return (
    <Dialog
      title={renewed ? t`New secret` : t`Webhook added`}
      width="36rem"
      onClose={onClose}
      actions={
        <Button onClick={onClose}>
          <Trans>I’ve copied it</Trans>
        </Button>
      }
    >
      <chakra.div display="grid" gap="3">
        <p>
          <Trans>
            Copy this secret now. You won’t see it again. Your server verifies with it that an event comes
            from here.
          </Trans>
        </p>
        {renewed && (
          <p>
            <Trans>Events are signed with the former secret too for 24 hours.</Trans>
          </p>
        )}
        <chakra.div display="flex" gap="2" flexWrap="wrap">
          <Input
            readOnly
            aria-label={t`Secret`}
            data-testid="webhook-secret"
            value={secret}
            flex="1"
            minW="48"
            width="auto"
            minH="11"
            fontFamily="mono"
            fontSize="0.8125rem"
            onFocus={({ target }) => target.select()}
          />
          <CopyButton text={secret} label={t`Copy`} />
        </chakra.div>
      </chakra.div>
    </Dialog>
  );
};
