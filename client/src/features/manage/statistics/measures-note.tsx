import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import type { SummaryKind } from '#protocol/summary-kinds.ts';
import { measuresOf } from './statistics-address.ts';

/** What one has to know to understand the figures of a kind, in a line of its own. */
export const MeasuresNote = ({ kind }: { readonly kind: SummaryKind }) => (
  <chakra.span display="block">
    {kind === 'byreason' ? (
      <Trans>
        Participations and minutes count as soon as someone leaves a call; the call itself counts when it is
        over.
      </Trans>
    ) : kind === 'byquality' ? (
      <Trans>
        A participation is poor if its connection was poor for a tenth of the time, and fair if it was not
        good for as long. Minutes count by how the connection was in them.
      </Trans>
    ) : (
      measuresOf(kind).includes('calls') && (
        <Trans>A call in progress counts as soon as someone has left it.</Trans>
      )
    )}
  </chakra.span>
);
