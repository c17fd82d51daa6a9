import { type Static, Type } from 'typebox';

/** What someone sends and receives in a call, in kbit/s. */
export const BitRatesSchema = Type.Object({
  up: Type.Integer({ minimum: 0 }),
  down: Type.Integer({ minimum: 0 }),
});
export type BitRates = Static<typeof BitRatesSchema>;

/** Rounds to two significant digits, so that small changes are not sent to every console. */
export const inKbps = (bitsPerSecond: number): number =>
  Math.round(Number((bitsPerSecond / 1_000).toPrecision(2)));
