import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';

/** Every key of the console, and what it does. */
export const ShortcutsSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useLingui();
  return (
    <Dialog
      title={t`Keyboard shortcuts`}
      onClose={onClose}
      actions={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <chakra.dl m="0" display="grid" gridTemplateColumns="minmax(0, 1fr) auto" gap="2" color="ink">
        <Key keys={['Ctrl', 'K']}>
          <Trans>Go to a screen or an object</Trans>
        </Key>
        <Key keys={['/']}>
          <Trans>Search the list</Trans>
        </Key>
        <Key keys={['Ctrl', 'Z']}>
          <Trans>Undo what was done last</Trans>
        </Key>
        <Key keys={['↑', '↓']}>
          <Trans>To the next or previous row</Trans>
        </Key>
        <Key keys={['Home', 'End']}>
          <Trans>To the first or last row</Trans>
        </Key>
        <Key keys={['Space']}>
          <Trans>Select the row</Trans>
        </Key>
        <Key keys={['Shift', 'Space']}>
          <Trans>Select all rows up to this one</Trans>
        </Key>
        <Key keys={['?']}>
          <Trans>Show these shortcuts</Trans>
        </Key>
      </chakra.dl>
    </Dialog>
  );
};

interface KeyProps {
  readonly keys: readonly string[];
  readonly children: ReactNode;
}

const Key = ({ keys, children }: KeyProps) => (
  <>
    <chakra.dt textStyle="small">{children}</chakra.dt>
    <chakra.dd m="0" display="flex" gap="1" alignItems="flex-start" justifyContent="flex-end">
      {keys.map((key) => (
        <chakra.kbd
          key={key}
          px="2"
          minW="7"
          textAlign="center"
          borderWidth="1px"
          borderColor="line.strong"
          borderRadius="sm"
          textStyle="caption"
        >
          {key}
        </chakra.kbd>
      ))}
    </chakra.dd>
  </>
);
