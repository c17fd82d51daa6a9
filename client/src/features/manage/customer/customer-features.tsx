import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Customer } from '#client/api/api-types.ts';
import { customerFeaturesQuery, inForceQuery } from '#client/api/queries/manage/customer.ts';
import { installationServicesQuery } from '#client/api/queries/manage/services.ts';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { FlagMatrix } from './flag-matrix.tsx';

/** What the customer's people may do in calls. */
export const CustomerFeatures = ({ customer }: { readonly customer: Customer }) => {
  const features = useQuery(customerFeaturesQuery(customer.id));
  const inForce = useQuery(inForceQuery(customer.id));
  const services = useQuery(installationServicesQuery());
  const all = [features, inForce, services];
  const error = all.map((query) => query.error).find((each) => each !== null);
  return (
    <>
      <chakra.p textStyle="small" color="ink.muted" mb="3" maxW="prose">
        <Trans>
          A switch takes effect at once, also in calls in progress. Beside it you see whether people can use
          the feature now, and if not, why.
        </Trans>
      </chakra.p>
      <Panel as="div" padding="none">
        {error && (
          <LoadingFailed
            error={error}
            onRetry={() => void Promise.all(all.map((query) => query.refetch()))}
          />
        )}
        {!error && features.data && inForce.data && services.data && (
          <FlagMatrix
            customerId={customer.id}
            rules={{ features: features.data, services: services.data, customerState: customer.state }}
            inForce={inForce.data}
          />
        )}
        {!error && !(features.data && inForce.data && services.data) && <SkeletonRows rows={5} />}
      </Panel>
    </>
  );
};
