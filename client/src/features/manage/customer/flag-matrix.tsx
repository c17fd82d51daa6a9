import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import type { CustomerFeature, ServiceInForce } from '#client/api/queries/manage/service-types.ts';
import { serviceTexts } from '#client/features/manage/services/service-texts.ts';
import { ROLE } from '#client/features/manage/table/table-roles.ts';
import { FlagCell } from './flag-cell.tsx';
import { flagTexts } from './flag-texts.ts';
import { NewFeatureCell } from './new-feature-cell.tsx';
import { featureOf, flagNames, isInForce, type Rules, serviceNames, whyNot } from './why-not.ts';

export interface FlagMatrixProps {
  readonly customerId: string;
  readonly rules: Rules & { readonly features: readonly CustomerFeature[] };
  readonly inForce: readonly ServiceInForce[];
}

const WIDE = '@media (min-width: 768px)';
const NARROW = '@media (max-width: 767.98px)';

const Table = chakra('table', {
  base: {
    width: 'full',
    borderCollapse: 'separate',
    borderSpacing: '0',
    '& th': { textAlign: 'start', textStyle: 'label', fontWeight: 'semibold' },
    [WIDE]: {
      tableLayout: 'fixed',
      '& th, & td': { px: '5', py: '1', borderBottom: '1px solid', borderColor: 'line' },
      '& tbody tr:last-child > *': { borderBottom: 'none' },
      '& tbody tr:first-child > *': { bg: 'contents.hover' },
      '& thead th': { py: '2.5', textStyle: 'caption', color: 'ink.muted' },
    },
    [NARROW]: {
      display: 'block',
      '& thead': { display: 'none' },
      '& tbody': { display: 'block' },
      '& tr': { display: 'block', px: '4', py: '2.5', borderBottom: '1px solid', borderColor: 'line' },
      '& tr:last-child': { borderBottom: 'none' },
      '& th': { display: 'block' },
      '& td': { display: 'block', ps: '2' },
      '& td::before': {
        content: 'attr(data-label)',
        display: 'block',
        textStyle: 'caption',
        color: 'ink.subtle',
        mt: '1',
        mb: '-1.5',
      },
    },
  },
});

/** Service × option: what the customer's people may do in which kind of call. */
export const FlagMatrix = ({ customerId, rules, inForce }: FlagMatrixProps) => {
  const { t, i18n } = useLingui();
  return (
    <Table {...ROLE.table}>
      <chakra.caption srOnly>{t`Features of the customer`}</chakra.caption>
      <thead {...ROLE.rowgroup}>
        <tr {...ROLE.row}>
          <th {...ROLE.columnheader}>{t`Feature`}</th>
          {serviceNames.map((service) => (
            <th key={service} {...ROLE.columnheader}>
              {i18n._(serviceTexts[service])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...ROLE.rowgroup}>
        {flagNames.map((flag) => (
          <tr key={flag} {...ROLE.row}>
            <th {...ROLE.rowheader}>{i18n._(flagTexts[flag])}</th>
            {serviceNames.map((service) => {
              const feature = featureOf(rules.features, service);
              return (
                <td key={service} {...ROLE.cell} data-label={i18n._(serviceTexts[service])}>
                  {feature ? (
                    <FlagCell
                      service={service}
                      flag={flag}
                      feature={feature}
                      inForce={isInForce(inForce, service, flag)}
                      obstacle={whyNot(rules, service, flag)}
                    />
                  ) : flag === 'enabled' ? (
                    <NewFeatureCell customerId={customerId} service={service} />
                  ) : (
                    '–'
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  );
};
