import { chakra } from '@chakra-ui/react';
import { Plural, Trans } from '@lingui/react/macro';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { RefusalReason } from './refusal-reason.tsx';
import type { FailedSetUp } from './set-up.ts';

export interface FailedSerialsProps {
  readonly failed: readonly FailedSetUp[];
  /** They were there already, and have no new secret. */
  readonly renewed: boolean;
  readonly onAgain?: (() => void) | undefined;
}

/** The devices that could not be added, or get no new secret, each with its reason. */
export const FailedSerials = ({ failed, renewed, onAgain }: FailedSerialsProps) => (
  <Banner tone="error">
    {renewed ? (
      <Plural
        value={failed.length}
        one="# device still has its former secret:"
        other="# devices still have their former secrets:"
      />
    ) : (
      <Plural value={failed.length} one="# device couldn’t be added:" other="# devices couldn’t be added:" />
    )}
    <chakra.ul m="0" mt="1" ps="5">
      {failed.map(({ serial, error }) => (
        <li key={serial.long}>
          <strong>{serial.printed}</strong> – <RefusalReason error={error} />
        </li>
      ))}
    </chakra.ul>
    {onAgain && (
      <Button variant="dangerSoft" size="sm" mt="2" onClick={onAgain}>
        <Trans>Correct and try again</Trans>
      </Button>
    )}
  </Banner>
);
