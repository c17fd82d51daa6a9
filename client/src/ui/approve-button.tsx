import { Trans, useLingui } from '@lingui/react/macro';
import { UserCheck } from 'lucide-react';
import { Button } from './button.tsx';
import { useChange } from './use-change.ts';

export interface ApproveButtonProps {
  /** Who asks to be paired, as it stands in a sentence. */
  readonly name: string;
  readonly size: 'sm' | 'lg';
  readonly approve: () => Promise<unknown>;
}

export const ApproveButton = ({ name, size, approve }: ApproveButtonProps) => {
  const { t } = useLingui();
  const change = useChange('pairs', approve);
  return (
    <Button
      size={size}
      aria-label={t`Approve ${name}`}
      loading={change.isPending}
      onClick={() => change.mutate()}
    >
      <UserCheck aria-hidden />
      <Trans>Approve</Trans>
    </Button>
  );
};
