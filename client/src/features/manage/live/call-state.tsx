import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { useQualityText } from '#client/stage/quality-text.ts';
import { Badge } from '#client/ui/badge.tsx';
import type { ManagedCall } from '#protocol/signal/manage.ts';

/** What is wrong with a call, in words: the worst connection in it with what makes it so. */
export const CallState = ({
  call: { interrupted, relayed, worst },
  ended,
}: {
  readonly call: ManagedCall;
  readonly ended: boolean;
}) => {
  const qualityText = useQualityText();
  const isBad = worst && worst.quality !== 'good';
  if (ended)
    return (
      <Badge>
        <Trans>Ended</Trans>
      </Badge>
    );
  if (!interrupted && !relayed && !isBad)
    return (
      <chakra.span textStyle="small" color="ink.muted">
        {qualityText({ quality: worst?.quality ?? null, link: null })}
      </chakra.span>
    );
  return (
    <chakra.span display="inline-flex" gap="1" flexWrap="wrap">
      {interrupted && (
        <Badge tone="danger">
          <Trans>Interrupted</Trans>
        </Badge>
      )}
      {isBad && (
        // With all its figures it is wider than a phone.
        <Badge
          tone={worst.quality === 'poor' ? 'danger' : 'warning'}
          whiteSpace="normal"
          borderRadius="0.75rem"
          lineHeight="1.25"
        >
          {qualityText({ quality: worst.quality, link: worst })}
        </Badge>
      )}
      {relayed && (
        <Badge tone="warning">
          <Trans>Relayed</Trans>
        </Badge>
      )}
    </chakra.span>
  );
};
