import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface NotificationTextProps {
  readonly title: string;
  readonly contents: string;
  readonly time: ReactNode;
  readonly unread: boolean;
}

/** A notification as its reader sees it. */
export const NotificationText = ({ title, contents, time, unread }: NotificationTextProps) => (
  <chakra.div flex="1" minW="0" overflowWrap="anywhere">
    <chakra.h2 textStyle="subheading" fontWeight={unread ? 'semibold' : 'medium'}>
      {title}
    </chakra.h2>
    <chakra.span color="ink.subtle" textStyle="caption">
      {time}
    </chakra.span>
    {contents && (
      <chakra.p mt="1.5" color="ink.muted" whiteSpace="pre-line">
        {contents}
      </chakra.p>
    )}
  </chakra.div>
);
