import { QrCode } from '@chakra-ui/react';

export interface SetUpCodeProps {
  readonly link: string;
  /** CSS length of its sides, quiet zone included. */
  readonly size: string;
}

/** The QR code of a set-up link: black on white in either theme, with the quiet zone that cameras need. */
export const SetUpCode = ({ link, size }: SetUpCodeProps) => (
  <QrCode.Root
    unstyled
    value={link}
    encoding={{ ecc: 'M' }}
    width={size}
    height={size}
    p="3"
    flexShrink="0"
    bg="white"
    borderRadius="md"
  >
    <QrCode.Frame unstyled width="100%" height="100%" fill="black" aria-hidden>
      <QrCode.Pattern unstyled />
    </QrCode.Frame>
  </QrCode.Root>
);
