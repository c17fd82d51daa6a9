import { type Static, Type } from 'typebox';

/** What someone sends and receives in a call, in kbit/s. */
export const BitRatesSchema = Type.Object({
  up: Type.Integer({ minimum: 0 }),
  down: Type.Integer({ minimum: 0 }),
});
export type BitRates = Static<typeof BitRatesSchema>;

/** Two digits: nobody reads more, and each change is told to everyone who looks. */
export const inKbps = (bitsPerSecond: number): number =>
  Math.round(Number((bitsPerSecond / 1_000).toPrecision(2)));
