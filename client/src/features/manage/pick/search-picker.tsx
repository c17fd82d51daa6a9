import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Field, type FieldProps } from '#client/ui/field.tsx';
import { Input } from '#client/ui/text-field.tsx';
import { type Choice, Choices } from './choices.tsx';
import { useHeld } from './use-held.ts';

export interface SearchPickerProps<Found extends Choice>
  extends Pick<FieldProps, 'label' | 'hint' | 'error'> {
  /** Of the form's field, whose text is the value of the choice; empty without one. */
  readonly name: string;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  /** What was found; undefined while it is searched. */
  readonly found: readonly Found[] | undefined;
  /** `found` belongs to an earlier text: it can be clicked, but Enter waits for what is searched. */
  readonly stale: boolean;
  readonly failed?: ReactNode;
  readonly chosen: Found | null;
  readonly onChoose: (choice: Found | null) => void;
  readonly placeholder?: string;
}

/** Chooses one object by a few letters: a combobox, whose arrows move in the list below it. */
export const SearchPicker = <Found extends Choice>({
  label,
  hint,
  error,
  name,
  search,
  onSearch,
  found: lastFound,
  stale: lastStale,
  failed: lastFailed,
  chosen,
  onChoose,
  placeholder,
}: SearchPickerProps<Found>) => {
  const listId = useId();
  const box = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const { shown, hold, release } = useHeld({ found: lastFound, stale: lastStale, failed: lastFailed });
  const { found, stale, failed } = shown;
  const busy = stale || !(found || failed);
  const active = open && !busy ? found?.[at] : undefined;
  const choose = (choice: Found) => {
    release();
    onChoose(choice);
    onSearch('');
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // This Enter or arrow is for the characters that are being composed.
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    const last = busy || !found?.length ? 0 : found.length - 1;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (open) setAt(key === 'ArrowDown' ? Math.min(at + 1, last) : Math.max(at - 1, 0));
      setOpen(true);
    } else if (key === 'Enter' && open && (busy || active)) {
      event.preventDefault();
      if (active) choose(active);
    } else if (key === 'Escape' && open) {
      // Closes the list alone, not the dialog that it is in.
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  return (
    <chakra.div
      minW="0"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <Field label={label} hint={hint} error={error} reserve={false}>
        {(control) => (
          <>
            <Input
              {...control}
              ref={box}
              role="combobox"
              aria-expanded={open}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={active && `${listId}-${at}`}
              autoComplete="off"
              spellCheck={false}
              placeholder={placeholder}
              value={open || !chosen ? search : chosen.label}
              onChange={({ target }) => {
                release();
                // The text of what was chosen is not a search: the first letter begins one.
                onSearch(chosen && !open ? target.value.replace(chosen.label, '') : target.value);
                onChoose(null);
                setAt(0);
                setOpen(true);
              }}
              onClick={() => setOpen(true)}
              onKeyDown={onKeyDown}
            />
            {open && (
              <Choices
                id={listId}
                found={found}
                failed={failed}
                busy={busy}
                at={busy ? -1 : at}
                chosen={chosen}
                onPress={hold}
                onChoose={choose}
              />
            )}
          </>
        )}
      </Field>
      <chakra.input
        name={name}
        value={chosen?.value ?? ''}
        readOnly
        tabIndex={-1}
        aria-hidden
        srOnly
        // A form focuses the first field that is wrong.
        onFocus={() => box.current?.focus()}
      />
      <chakra.span srOnly role="status">
        {open && found?.length === 0 && <Trans>Nothing found</Trans>}
      </chakra.span>
    </chakra.div>
  );
};
