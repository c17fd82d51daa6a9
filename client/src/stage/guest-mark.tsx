import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Ticket } from 'lucide-react';

/** Beside the name of a guest, who may have chosen that of a member; `small`: an icon, where there is little space. */
export const GuestMark = ({ small = false }: { readonly small?: boolean }) => {
  const { t } = useLingui();
  if (small) return <Ticket size={14} role="img" aria-label={t`Guest`} data-testid="guest-mark" />;
  return (
    <chakra.span
      data-testid="guest-mark"
      flexShrink="0"
      px="1.5"
      borderRadius="full"
      bg="rgb(255 255 255 / 0.2)"
      textStyle="caption"
      lineHeight="1.4"
      whiteSpace="nowrap"
    >
      <Trans>Guest</Trans>
    </chakra.span>
  );
};
