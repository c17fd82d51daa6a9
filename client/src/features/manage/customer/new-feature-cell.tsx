import { useLingui } from '@lingui/react/macro';
import { createItem } from '#client/api/call-api.ts';
import type { ServiceName } from '#client/api/queries/manage/service-types.ts';
import { serviceTexts } from '#client/features/manage/services/service-texts.ts';
import { Switch } from '#client/ui/switch.tsx';
import { useChange } from '#client/ui/use-change.ts';
import { iri } from '#protocol/rest/field.ts';
import { flagTexts, obstacleTexts } from './flag-texts.ts';

export interface NewFeatureCellProps {
  readonly customerId: string;
  readonly service: ServiceName;
}

/** A service of which the customer has no record yet, as the API may have removed it: switching it on makes one. */
export const NewFeatureCell = ({ customerId, service }: NewFeatureCellProps) => {
  const { t, i18n } = useLingui();
  const make = useChange('features', () =>
    createItem('features', {
      customer: iri('customers', customerId),
      name: `feature_${service}`,
      enabled: true,
    }),
  );
  const [serviceText, flagText] = [i18n._(serviceTexts[service]), i18n._(flagTexts.enabled)];
  return (
    <Switch
      label={t`${serviceText}: ${flagText}`}
      labelHidden
      details={i18n._(obstacleTexts['flag-off'])}
      checked={make.isPending}
      disabled={make.isPending}
      onChange={() => make.mutate()}
    />
  );
};
