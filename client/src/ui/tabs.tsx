import { chakra } from '@chakra-ui/react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useId } from 'react';

export interface TabsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly tabs: readonly { readonly value: Value; readonly label: ReactNode }[];
  readonly onChange: (value: Value) => void;
  /** Of the tab that is chosen. */
  readonly children: ReactNode;
}

/** Tabs over one panel, with the keys of the WAI-ARIA Authoring Practices: the arrows choose. */
export const Tabs = <Value extends string>({ label, value, tabs, onChange, children }: TabsProps<Value>) => {
  const id = useId();
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  };
  return (
    <>
      <chakra.div
        role="tablist"
        aria-label={label}
        display="flex"
        gap="1"
        mb="4"
        borderBottom="1px solid"
        borderColor="line"
        onKeyDown={move}
      >
        {tabs.map((tab) => (
          <chakra.button
            key={tab.value}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            minH="11"
            px="4"
            mb="-1px"
            textStyle="control"
            color="ink.muted"
            borderBottom="2px solid transparent"
            transition="color 120ms, border-color 120ms"
            _hover={{ color: 'ink' }}
            _selected={{ color: 'primary', borderColor: 'primary' }}
            _highContrast={{
              borderColor: 'Canvas',
              _selected: { forcedColorAdjust: 'none', color: 'ButtonText', borderColor: 'SelectedItem' },
            }}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </chakra.button>
        ))}
      </chakra.div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
};
