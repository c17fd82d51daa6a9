import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type * as v from 'valibot';
import type { Item, Merge } from '#client/api/api-types.ts';
import { mergeTagged, readTagged, type Tagged } from '#client/api/call-api.ts';
import {
  type AcrossFields,
  type FieldName,
  type FormSchema,
  type Verdict,
  validate,
} from '#client/forms/validate.ts';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { AppError } from '#protocol/app-error.ts';
import type { ResourcePath } from '#protocol/rest/api.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { readForm, writeForm } from './form-texts.ts';
import { changedFields, type FieldConflict, type FormTexts, mergeVersions } from './merge-versions.ts';
import { offerUndo } from './undo.tsx';
import { type SendForm, useSendForm } from './use-send-form.ts';
import { useUndo } from './use-undoable.ts';

export interface EditFormOptions<Path extends ResourcePath, Schema extends FormSchema> {
  readonly path: Path;
  readonly id: string;
  /** As it was read when the form was opened. */
  readonly version: Tagged<Item<Path>>;
  /** Its fields are named as the properties that they change. */
  readonly schema: Schema;
  /** What stands in the fields; also of a version that someone else has saved meanwhile. */
  readonly textsOf: (item: Item<Path>) => FormTexts;
  /** The body with all properties of the form; only the changed ones are sent. */
  readonly bodyOf: (values: v.InferOutput<Schema>) => Merge<Path>;
  readonly onSaved: (saved: Tagged<Item<Path>>, changed: boolean) => void;
  /** The message that the page shows after it has saved a change; none by default. */
  readonly told?: {
    /** Its text. @param properties that were changed */
    readonly done: (item: Item<Path>, properties: readonly string[]) => ReactNode;
    /** Properties whose change can be undone. The message offers that if nothing else was changed. */
    readonly undoable: readonly (keyof Merge<Path> & string)[];
  };
  /** The properties of fields that are named otherwise: `{ startDate: 'start', startTime: 'start' }`. */
  readonly properties?: Readonly<Record<string, string>>;
  /** As of `useSendForm`: where violations of such properties are shown. */
  readonly fields?: Readonly<Record<string, FieldName<Schema>>>;
  readonly across?: AcrossFields;
  /** For the question which of two changes to keep: the names of the fields, and the words for a text in one. */
  readonly labels: Readonly<Record<string, string>>;
  readonly wordsOf?: (field: string, text: string) => ReactNode;
}

export interface EditForm<Schema extends FormSchema> extends SendForm<Schema> {
  /** What stands in the fields at first. */
  readonly texts: FormTexts;
  /** To be rendered beside the form. */
  readonly question: ReactNode;
}

/**
 * Changes an object that others may change meanwhile: sends only what was changed, guarded by the version that was read. Changes
 * of others to other fields are taken over; of a field changed by both, one is chosen. Fields have to be uncontrolled.
 */
export function useEditForm<Path extends ResourcePath, const Schema extends FormSchema>({
  path,
  id,
  version: first,
  schema,
  textsOf,
  bodyOf,
  onSaved,
  told,
  properties = {},
  fields,
  across,
  labels,
  wordsOf,
}: EditFormOptions<Path, Schema>): EditForm<Schema> {
  const queryClient = useQueryClient();
  const undo = useUndo(path);
  const version = useRef(first);
  const [texts] = useState(() => textsOf(first.item));
  const [conflicts, setConflicts] = useState<readonly FieldConflict[]>([]);
  const [tookOver, setTookOver] = useState(false);

  const send = async (values: v.InferOutput<Schema>, form: HTMLFormElement) => {
    const base = textsOf(version.current.item);
    const mine = readForm(form);
    const changed = changedFields(base, mine);
    if (changed.length === 0) return onSaved(version.current, false);
    const names = [...new Set(changed.map((field) => properties[field] ?? field))];
    try {
      const { etag } = version.current;
      const saved = await mergeTagged(path, id, pick(bodyOf(values), names), { ifMatch: etag });
      await queryClient.invalidateQueries({ queryKey: [path] });
      onSaved(saved, true);
      if (told) tell(saved, names, told, validate(schema, base));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'precondition-failed') throw error;
      version.current = await readTagged(path, id);
      const merged = mergeVersions(base, textsOf(version.current.item), mine);
      writeForm(form, merged.texts);
      setTookOver(merged.takenOver.length > 0);
      if (merged.conflicts.length > 0) setConflicts(merged.conflicts);
      else form.requestSubmit();
    }
  };
  const tell = (
    { item, etag }: Tagged<Item<Path>>,
    names: readonly string[],
    { done, undoable }: NonNullable<typeof told>,
    before: Verdict<Schema>,
  ) => {
    const words = done(item, names);
    if (!before.valid || !names.every((name) => undoable.some((each) => each === name))) {
      showSnackbar('success', words);
      return;
    }
    const body = pick(bodyOf(before.values), names);
    offerUndo(words, () => undo.mutate({ id, body, etag }));
  };
  const form = useSendForm({ schema, send, across, ...(fields && { fields }) });
  const { ref } = form.formProps;
  const decide = (decided: FormTexts) => {
    setConflicts([]);
    if (!ref.current) return;
    writeForm(ref.current, decided);
    ref.current.requestSubmit();
  };
  return {
    ...form,
    texts,
    question: conflicts.length > 0 && (
      <ConflictDialog
        conflicts={conflicts}
        merged={tookOver}
        labels={labels}
        wordsOf={wordsOf}
        onDecide={decide}
        onClose={() => setConflicts([])}
      />
    ),
  };
}

function pick<Value extends object>(value: Value, names: readonly string[]): Partial<Value> {
  const picked: Partial<Value> = { ...value };
  for (const name in picked) if (!names.includes(name)) delete picked[name];
  return picked;
}
