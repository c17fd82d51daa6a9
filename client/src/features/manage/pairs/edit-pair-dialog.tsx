import { Trans, useLingui } from '@lingui/react/macro';
import * as v from 'valibot';
import type { Pair } from '#client/api/api-types.ts';
import type { Tagged } from '#client/api/call-api.ts';
import { SendDialog } from '#client/features/manage/form/send-dialog.tsx';
import { useEditForm } from '#client/features/manage/form/use-edit-form.tsx';
import { Versioned } from '#client/features/manage/form/versioned.tsx';
import { Fact, FactList } from '#client/features/manage/shell/fact-list.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { TwoLines } from '#client/ui/two-lines.tsx';
import { MAX_NAME } from '#protocol/limits.ts';
import { isOwnersManager } from './pair-rights.ts';
import { PairState } from './pair-state.tsx';

const EditSchema = v.object({ name: v.pipe(v.string(), v.trim(), v.maxLength(MAX_NAME, 'too-long')) });

export interface EditPairDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Changes what the owner of a pair calls the other side, once it has been read. */
export const EditPairDialog = ({ id, onClose }: EditPairDialogProps) => {
  const { t } = useLingui();
  return (
    <Versioned path="pairs" id={id} title={t`Edit the pair`} onClose={onClose}>
      {(version) =>
        isOwnersManager(version.item) ? (
          <EditForm version={version} onClose={onClose} />
        ) : (
          <PairDialog pair={version.item} onClose={onClose} />
        )
      }
    </Versioned>
  );
};

interface EditFormProps {
  readonly version: Tagged<Pair>;
  readonly onClose: () => void;
}

const EditForm = ({ version, onClose }: EditFormProps) => {
  const { t } = useLingui();
  const { id, ownerName } = version.item;
  const form = useEditForm({
    path: 'pairs',
    id,
    version,
    schema: EditSchema,
    textsOf: ({ name }) => ({ name }),
    bodyOf: ({ name }) => ({ name }),
    labels: { name: t`Name` },
    onSaved: onClose,
    told: { done: () => <Trans>Pair changed</Trans>, undoable: ['name'] },
  });
  return (
    <>
      <SendDialog title={t`Edit the pair`} form={form} submitLabel={<Trans>Save</Trans>} onClose={onClose}>
        <PairFacts pair={version.item} />
        <TextField
          label={t`Name`}
          hint={t`What ${ownerName} calls the other side`}
          autoComplete="off"
          autoFocus
          defaultValue={form.texts.name}
          {...form.field('name')}
        />
      </SendDialog>
      {form.question}
    </>
  );
};

interface PairDialogProps {
  readonly pair: Pair;
  readonly onClose: () => void;
}

/** For managers of the invited side alone: what the owner calls it is not theirs to change. */
const PairDialog = ({ pair, onClose }: PairDialogProps) => {
  const { t } = useLingui();
  return (
    <Dialog
      title={t`Pair`}
      onClose={onClose}
      actions={
        <Button variant="outline" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <PairFacts pair={pair} />
    </Dialog>
  );
};

const PairFacts = ({ pair: { label, ownerName, state } }: { readonly pair: Pair }) => {
  const { t } = useLingui();
  return (
    <FactList>
      <Fact name={t`Pair`}>
        <TwoLines text={label} />
      </Fact>
      <Fact name={t`Invited by`}>{ownerName}</Fact>
      <Fact name={t`State`}>
        <PairState state={state} />
      </Fact>
    </FactList>
  );
};
