import { useLingui } from '@lingui/react/macro';
import type { Blockage } from '#client/call/blockage.ts';
import { Spinner } from '#client/ui/spinner.tsx';
import { blockageText } from './blockage-text.ts';
import { CheckNetwork } from './check-network.tsx';
import { StageNotice } from './stage.tsx';

export interface BlockageNoticeProps {
  readonly blockage: Blockage;
  readonly direct: boolean;
}

/** In place of “Reconnecting…” and “Connecting…”, once it is known what is in the way. It is still tried. */
export const BlockageNotice = ({ blockage, direct }: BlockageNoticeProps) => {
  const { i18n } = useLingui();
  return (
    <StageNotice
      testId="blockage"
      tone="warning"
      icon={<Spinner size="1.125rem" />}
      action={<CheckNetwork variant="stageActive" size="sm" shape="pill" />}
    >
      {i18n._(blockageText(blockage, direct))}
    </StageNotice>
  );
};
