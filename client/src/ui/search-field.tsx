import { chakra } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { memo, useEffect, useEffectEvent, useState } from 'react';
import { Input } from './text-field.tsx';

/** Pause in typing before a search is sent. */
const PAUSE_MS = 300;

export interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  /** Called when typing has paused, or at once with Enter. */
  readonly onSearch: (text: string) => void;
  /** Of typing, before the search is sent, in ms; 300 by default. */
  readonly pauseMs?: number;
  /** 36 px high on a wide screen. */
  readonly dense?: boolean;
}

export const SearchField = memo(
  ({ label, value, onSearch, pauseMs = PAUSE_MS, dense = false }: SearchFieldProps) => {
    const [text, setText] = useState(value);
    const [seen, setSeen] = useState(value);
    const [sent, setSent] = useState(value);
    if (value !== seen) {
      setSeen(value);
      // Changed by something else, as the way back: what is typed on meanwhile is not overwritten by what was typed before.
      if (value !== sent) {
        setSent(value);
        setText(value);
      }
    }
    const search = useEffectEvent(() => {
      if (text.trim() === value) return;
      setSent(text.trim());
      onSearch(text.trim());
    });
    // biome-ignore lint/correctness/useExhaustiveDependencies: every letter restarts the pause.
    useEffect(() => {
      const timer = setTimeout(search, pauseMs);
      return () => clearTimeout(timer);
    }, [text]);
    return (
      <chakra.form
        role="search"
        position="relative"
        flex="1"
        minW={{ base: 'full', sm: '56' }}
        maxW={{ sm: '96' }}
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
      >
        <chakra.span
          position="absolute"
          insetStart="3.5"
          top="0"
          bottom="0"
          display="grid"
          placeItems="center"
          color="ink.subtle"
          pointerEvents="none"
        >
          <Search size={18} aria-hidden />
        </chakra.span>
        <Input
          type="search"
          aria-label={label}
          placeholder={label}
          minH={dense ? { base: '11', md: '9' } : '11'}
          fontSize={dense ? { base: '1rem', md: '0.875rem' } : undefined}
          ps="10"
          textOverflow="ellipsis"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </chakra.form>
    );
  },
);
