import { Type } from 'typebox';
import { Nullable } from './field.ts';

/** Fields with their values before and after a change, as text; null: no value. */
export const FieldChanges = Type.Array(
  Type.Object({
    field: Type.String(),
    before: Nullable(Type.String()),
    after: Nullable(Type.String()),
  }),
);
