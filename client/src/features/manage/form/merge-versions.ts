/** What stands in a form, field by field: texts as in FormData; a box that is ticked is `on`, otherwise empty. */
export type FormTexts = Readonly<Record<string, string>>;

/** A field that was changed on both sides, to something different. */
export interface FieldConflict {
  readonly field: string;
  /** As both began. */
  readonly base: string;
  readonly theirs: string;
  readonly mine: string;
}

export interface MergedVersions {
  /** What only one side has changed is as that side has it; in a conflict `mine`, until someone decides. */
  readonly texts: FormTexts;
  readonly conflicts: readonly FieldConflict[];
  /** Fields that are as the other side has changed them. */
  readonly takenOver: readonly string[];
}

/** The fields whose texts differ. */
export const changedFields = (base: FormTexts, now: FormTexts): readonly string[] =>
  Object.keys(now).filter((field) => (now[field] ?? '') !== (base[field] ?? ''));

/**
 * Brings two changes of the same object together.
 *
 * @param base as it was read
 * @param theirs as someone else has saved it meanwhile
 * @param mine as it stands in the form
 */
export function mergeVersions(base: FormTexts, theirs: FormTexts, mine: FormTexts): MergedVersions {
  const texts: Record<string, string> = { ...mine };
  const conflicts: FieldConflict[] = [];
  const takenOver: string[] = [];
  for (const field of changedFields(base, { ...mine, ...theirs })) {
    const [was = '', they = '', me = ''] = [base[field], theirs[field], mine[field]];
    if (they === was || they === me) continue;
    if (me === was) {
      texts[field] = they;
      takenOver.push(field);
    } else {
      conflicts.push({ field, base: was, theirs: they, mine: me });
    }
  }
  return { texts, conflicts, takenOver };
}
