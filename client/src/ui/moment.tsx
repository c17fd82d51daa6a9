import { chakra } from '@chakra-ui/react';
import { dateTimeText } from './date-text.ts';

/** A moment in a table, as the specification has it; on one line where the table is laid out as one. */
export const Moment = ({ time }: { readonly time: string }) => (
  <chakra.time dateTime={time} whiteSpace={{ base: 'normal', lg: 'nowrap' }}>
    {dateTimeText(time)}
  </chakra.time>
);
