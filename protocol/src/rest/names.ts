import { Type } from 'typebox';
import { Nullable, Reference, read } from './field.ts';

/** What a list shows of what its rows refer to, so that no one has to ask for each. */
export const customerName = read(Nullable(Type.String()), {
  description: "The customer's name; null where the asker may not read the customer",
});

/** The customer of what a user or device owns. */
export const customerOfOwner = {
  customer: read(Nullable(Reference('customers')), {
    description: "The owner's customer; null where the asker may not read it",
  }),
  customerName,
} as const;
