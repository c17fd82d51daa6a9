import { chakra } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Input } from './text-field.tsx';

/** Pause in typing before a search is sent. */
const PAUSE_MS = 300;

export interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  /** Called when typing has paused, or at once with Enter. */
  readonly onSearch: (text: string) => void;
}

export const SearchField = ({ label, value, onSearch }: SearchFieldProps) => {
  const [text, setText] = useState(value);
  const search = useEffectEvent(() => {
    if (text.trim() !== value) onSearch(text.trim());
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every letter restarts the pause.
  useEffect(() => {
    const timer = setTimeout(search, PAUSE_MS);
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
        minH="11"
        ps="10"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </chakra.form>
  );
};
