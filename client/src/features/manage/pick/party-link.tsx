import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { idOfIri } from '#protocol/rest/field.ts';
import { OneLine } from './one-line.tsx';

export interface PartyLinkProps {
  /** The address of a user or device. */
  readonly party: string;
  /** Or its label, of two lines. */
  readonly name: string;
}

/** Leads to the page of a user or a device. */
export const PartyLink = ({ party, name }: PartyLinkProps) => (
  <ConsoleLink to={`/manager/${party.includes('/devices/') ? 'devices' : 'users'}/${idOfIri(party)}`}>
    <OneLine text={name} />
  </ConsoleLink>
);
