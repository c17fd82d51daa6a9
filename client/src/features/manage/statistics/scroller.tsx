import { ScrollArea } from '#client/features/manage/table/scroll-area.tsx';
import { Panel } from '#client/ui/panel.tsx';

/** A table that scrolls by itself, by keys too. */
export const Scroller = ({
  label,
  children,
}: {
  readonly label: string;
  readonly children: React.ReactNode;
}) => (
  <Panel padding="none" overflow="hidden" minW="0">
    <ScrollArea label={label} overflow="auto" maxH={{ md: 'max(24rem, calc(100dvh - 19rem))' }}>
      {children}
    </ScrollArea>
  </Panel>
);
