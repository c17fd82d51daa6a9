import { type Static, Type } from 'typebox';

/** Media that takes longer to arrive comes from something else than the set-up of the call. */
const MAX_SET_UP_MS = 60_000;
/** A month: no call is measured for longer. */
const MAX_MEASURED_S = 2_678_400;

const MeasuredSeconds = Type.Integer({ minimum: 0, maximum: MAX_MEASURED_S });

export const QualitySchema = Type.Union([Type.Literal('good'), Type.Literal('fair'), Type.Literal('poor')]);

/** What a browser has measured of one connection so far; each report takes the place of the one before (SPEC.md, Q). */
export const ExperienceSchema = Type.Object({
  /** Milliseconds to the first media received; absent where nothing came, or was to come. */
  setUpMs: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_SET_UP_MS })),
  /** Seconds that the connection was so. */
  good: MeasuredSeconds,
  fair: MeasuredSeconds,
  poor: MeasuredSeconds,
  /** Means over that time; null: not measured. */
  loss: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()]),
  roundTripMs: Type.Union([Type.Integer({ minimum: 0, maximum: 60_000 }), Type.Null()]),
});
export type Experience = Static<typeof ExperienceSchema>;
