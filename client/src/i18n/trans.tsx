import { Trans as LinguiTrans, type TransProps } from '@lingui/react';
import { Fragment } from 'react';
import { isolated } from '#protocol/isolated.ts';

/**
 * What `<Trans>` becomes (lingui.config.ts). Lingui looks for tags in a sentence after it has put the values in, and would
 * parse what other people typed. An element is put in unread.
 */
export const Trans = ({ values, ...props }: TransProps) => (
  <LinguiTrans {...props} {...(values && { values: verbatim(values) })} />
);

const verbatim = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? <Fragment key={name}>{isolated(value)}</Fragment> : value,
    ]),
  );
