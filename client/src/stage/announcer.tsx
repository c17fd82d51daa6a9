import { chakra } from '@chakra-ui/react';

const hidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

/** Says to screen readers what others see: the call rings, someone comes or leaves. Says it again when it changes. */
export const Announcer = ({
  text,
  testId = 'announcement',
}: {
  readonly text: string;
  readonly testId?: string;
}) => (
  <chakra.div role="status" aria-live="polite" css={hidden} data-testid={testId}>
    {text}
  </chakra.div>
);
