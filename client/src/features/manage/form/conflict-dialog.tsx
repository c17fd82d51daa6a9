import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import type { FieldConflict, FormTexts } from './merge-versions.ts';

type Side = 'theirs' | 'mine';

export interface ConflictDialogProps {
  readonly conflicts: readonly FieldConflict[];
  /** Whether the other side has also changed fields that were not changed here: the form has them already. */
  readonly merged: boolean;
  readonly labels: Readonly<Record<string, string>>;
  readonly wordsOf: ((field: string, text: string) => ReactNode) | undefined;
  /** Given the texts of the fields that were in conflict. */
  readonly onDecide: (decided: FormTexts) => void;
  readonly onClose: () => void;
}

/** The same fields were changed elsewhere, by someone else or in another tab: shows both changes side by side, with what was there before, and asks which to keep. */
export const ConflictDialog = ({
  conflicts,
  merged,
  labels,
  wordsOf,
  onDecide,
  onClose,
}: ConflictDialogProps) => {
  const { t } = useLingui();
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const words = (field: string, text: string) =>
    wordsOf?.(field, text) ?? (text === '' ? <Trans>Empty</Trans> : text);
  const undecided = conflicts.some(({ field }) => sides[field] === undefined);
  const decide = () =>
    onDecide(
      Object.fromEntries(
        conflicts.map(({ field, theirs, mine }) => [field, sides[field] === 'theirs' ? theirs : mine]),
      ),
    );
  return (
    <Dialog
      title={t`This was changed elsewhere in the meantime`}
      width="44rem"
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            <Trans>Back to the form</Trans>
          </Button>
          <Button disabled={undecided} onClick={decide}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <chakra.div display="grid" gap="5">
        <p>
          {merged ? (
            <Trans>Choose which version to keep. Changes to other fields have already been merged.</Trans>
          ) : (
            <Trans>Choose which version to keep.</Trans>
          )}
        </p>
        {conflicts.map(({ field, base, theirs, mine }) => (
          <chakra.fieldset key={field} border="0" p="0" m="0" minW="0" color="ink">
            <chakra.legend textStyle="label" p="0" mb="1">
              {labels[field] ?? field}
            </chakra.legend>
            <chakra.p textStyle="small" color="ink.muted" mb="2">
              <Trans>Before:</Trans> {words(field, base)}
            </chakra.p>
            <chakra.div display="grid" gap="2" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
              <Choice
                name={field}
                label={t`The other change`}
                checked={sides[field] === 'theirs'}
                onChoose={() => setSides({ ...sides, [field]: 'theirs' })}
              >
                {words(field, theirs)}
              </Choice>
              <Choice
                name={field}
                label={t`Your change`}
                checked={sides[field] === 'mine'}
                onChoose={() => setSides({ ...sides, [field]: 'mine' })}
              >
                {words(field, mine)}
              </Choice>
            </chakra.div>
          </chakra.fieldset>
        ))}
      </chakra.div>
    </Dialog>
  );
};

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

const Choice = ({ name, label, checked, onChoose, children }: ChoiceProps) => {
  const id = useId();
  return (
    <chakra.label
      htmlFor={id}
      display="grid"
      gridTemplateColumns="auto minmax(0, 1fr)"
      columnGap="3"
      alignItems="center"
      p="3"
      borderWidth="1px"
      borderColor={checked ? 'primary' : 'line.control'}
      bg={checked ? 'primary.subtle' : 'contents'}
      borderRadius="md"
      cursor="pointer"
    >
      <chakra.input
        id={id}
        type="radio"
        name={name}
        width="4.5"
        height="4.5"
        accentColor="var(--h-colors-primary)"
        checked={checked}
        onChange={onChoose}
      />
      <chakra.span minW="0">
        <chakra.span display="block" textStyle="caption" color="ink.muted">
          {label}
        </chakra.span>
        <chakra.span display="block" fontWeight="semibold">
          {children}
        </chakra.span>
      </chakra.span>
    </chakra.label>
  );
};
