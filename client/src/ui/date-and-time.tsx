import { chakra } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { TextField } from './text-field.tsx';

interface PartProps {
  readonly name: string;
  readonly error: string | undefined;
  readonly onChange: () => void;
  readonly defaultValue: string;
}

export interface DateAndTimeProps {
  readonly legend: string;
  readonly dateLabel: string;
  readonly timeLabel: string;
  /** Right below both fields: what they mean, such as their time zone. */
  readonly note?: ReactNode;
  readonly children: { readonly date: PartProps; readonly time: PartProps };
}

/** Beside one another on a phone as well; on one that is magnified, below. */
const narrow = { px: { base: '2.5', sm: '3.5' } } as const;

/** A date and a time, each in the browser's own field. */
export const DateAndTime = ({
  legend,
  dateLabel,
  timeLabel,
  note,
  children: { date, time },
}: DateAndTimeProps) => {
  const noteId = useId();
  return (
    <chakra.fieldset
      border="0"
      p="0"
      m="0"
      minW="0"
      aria-label={legend}
      aria-describedby={note ? noteId : undefined}
    >
      <chakra.div
        display={{ base: 'flex', sm: 'grid' }}
        flexWrap="wrap"
        gap={{ base: '2', sm: '3' }}
        gridTemplateColumns="minmax(0, 3fr) minmax(0, 2fr)"
        // As wide as what the browser draws into them.
        css={{ '& > :first-child': { flex: '5 1 10.75rem' }, '& > :last-child': { flex: '4 1 8.5rem' } }}
      >
        <TextField label={dateLabel} reserve={false} type="date" {...narrow} {...date} />
        <TextField label={timeLabel} reserve={false} type="time" {...narrow} {...time} />
      </chakra.div>
      {note && (
        <chakra.p id={noteId} mt="1" textStyle="caption" color="ink.muted">
          {note}
        </chakra.p>
      )}
    </chakra.fieldset>
  );
};
