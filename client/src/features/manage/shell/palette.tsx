import { chakra } from '@chakra-ui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Dialog } from '#client/ui/dialog.tsx';
import { Progress } from '#client/ui/progress.tsx';
import { Input } from '#client/ui/text-field.tsx';
import { type PaletteEntry, usePaletteEntries } from './use-palette-entries.ts';
import { useConsolePath } from './use-scope.ts';

/** Pause in typing before the server is asked. */
const PAUSE_MS = 150;

/** Leads to any screen and object of the console by a few letters in either language. */
export const Palette = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useLingui();
  const id = useId();
  const navigate = useNavigate();
  const pathOf = useConsolePath();
  const [text, setText] = useState('');
  const query = text.trim();
  const { entries, isFetching } = usePaletteEntries(query, useSettled(query));
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, entries.length - 1);
  const open = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    onClose();
    void navigate(pathOf(entry.path));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The keys of an input method are its own.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      const next = (at + step + entries.length) % entries.length;
      setChosen(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      open(entries[at]);
    }
  };
  return (
    <Dialog title={t`Go to`} width="36rem" onClose={onClose}>
      <chakra.div position="relative">
        {isFetching && <Progress label={t`Loading`} />}
        <Input
          type="text"
          role="combobox"
          aria-label={t`Screen, name, e-mail address or serial number`}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={entries.length > 0 ? `${id}-${at}` : undefined}
          placeholder={t`Screen, name, e-mail address or serial number`}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
      </chakra.div>
      <chakra.ul
        id={`${id}-list`}
        role="listbox"
        aria-label={t`Results`}
        listStyle="none"
        m="0"
        mt="3"
        p="0"
        minH="40"
        maxH="50dvh"
        overflowY="auto"
      >
        {entries.map((entry, index) => (
          <chakra.li
            key={entry.path}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            display="grid"
            gridTemplateColumns="minmax(0, 1fr) auto"
            alignItems="center"
            gap="3"
            minH="10"
            px="3"
            borderRadius="md"
            cursor="pointer"
            color="ink"
            _selected={{ bg: 'primary.subtle', color: 'primary.onSubtle' }}
            _highContrast={{ _selected: { outline: '2px solid SelectedItem', outlineOffset: '-2px' } }}
            onPointerMove={() => setChosen(index)}
            onClick={() => open(entry)}
          >
            <chakra.span truncate fontWeight="semibold">
              {entry.title}
            </chakra.span>
            <chakra.span truncate maxW="48" textStyle="caption" color="ink.muted">
              {entry.detail}
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
      <chakra.p role="status" textStyle="caption">
        {entries.length === 0 && !isFetching ? (
          <Trans>Nothing found</Trans>
        ) : (
          <chakra.span srOnly>
            <Plural value={entries.length} one="# result" other="# results" />
          </chakra.span>
        )}
      </chakra.p>
    </Dialog>
  );
};

/** A text once typing has paused. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};
