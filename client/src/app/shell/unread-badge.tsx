import { chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { unreadNotificationsQuery } from '#client/api/queries/unread-notifications.ts';

/** More are not counted one by one. */
const MOST_SHOWN = 99;

/** How many notifications no one has read yet. The server says when that changes. */
export const useUnreadCount = (enabled: boolean): number =>
  useQuery({ ...unreadNotificationsQuery(), enabled }).data?.total ?? 0;

/** Beside what leads to the notifications, whose name tells the number. */
export const UnreadBadge = ({ count }: { readonly count: number }) =>
  count === 0 ? null : (
    <chakra.span
      aria-hidden
      display="inline-grid"
      placeItems="center"
      minW="1.125rem"
      height="1.125rem"
      px="1"
      borderRadius="full"
      bg="danger.solid"
      color="danger.contrast"
      fontSize="0.6875rem"
      fontWeight="bold"
      lineHeight="1"
      _highContrast={{ outline: '1px solid' }}
    >
      {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
    </chakra.span>
  );
