import { Panel } from '#client/ui/panel.tsx';

/** A table that scrolls by itself, by keys too. */
export const Scroller = ({
  label,
  children,
}: {
  readonly label: string;
  readonly children: React.ReactNode;
}) => (
  <Panel
    padding="none"
    aria-label={label}
    tabIndex={0}
    overflow="auto"
    maxH={{ md: 'max(24rem, calc(100dvh - 19rem))' }}
    minW="0"
  >
    {children}
  </Panel>
);
