import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useRef, useState } from 'react';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { EVENTS, eventText } from './event-text.ts';
import { eventsOfText, eventsText } from './webhook-schema.ts';

export interface EventsFieldProps {
  readonly name: string;
  readonly error: string | undefined;
  readonly onChange: () => void;
  /** At first. */
  readonly text: string;
}

/** Which events a webhook hears of: boxes, and one field that has them all. */
export const EventsField = ({ name, error, onChange, text }: EventsFieldProps) => {
  const { i18n } = useLingui();
  const hintId = useId();
  const errorId = useId();
  const field = useRef<HTMLInputElement>(null);
  const group = useRef<HTMLFieldSetElement>(null);
  const [chosen, setChosen] = useState(() => eventsOfText(text));
  // Someone else's change may have been written into the field.
  const follow = () => setChosen(eventsOfText(field.current?.value ?? ''));
  return (
    <chakra.fieldset
      ref={group}
      border="0"
      p="0"
      m="0"
      minW="0"
      aria-describedby={error ? `${hintId} ${errorId}` : hintId}
      onFocus={follow}
    >
      <chakra.legend textStyle="label" p="0">
        <Trans>Events</Trans>
      </chakra.legend>
      <chakra.p id={hintId} textStyle="caption" color="ink.muted">
        <Trans>Choose at least one event.</Trans>
      </chakra.p>
      <chakra.input
        ref={field}
        name={name}
        defaultValue={text}
        readOnly
        tabIndex={-1}
        aria-hidden
        srOnly
        // A form focuses the first field that is wrong.
        onFocus={() => group.current?.querySelector<HTMLInputElement>('[type=checkbox]')?.focus()}
      />
      {EVENTS.map((event) => (
        <Checkbox
          key={event}
          checked={chosen.includes(event)}
          onChange={({ target }) => {
            const next = target.checked ? [...chosen, event] : chosen.filter((each) => each !== event);
            if (field.current) field.current.value = eventsText(next);
            setChosen(next);
            onChange();
          }}
          details={<code>{event}</code>}
        >
          {i18n._(eventText[event])}
        </Checkbox>
      ))}
      <chakra.p id={errorId} textStyle="caption" color="danger" aria-live="polite">
        {error}
      </chakra.p>
    </chakra.fieldset>
  );
};
