import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { installationServicesQuery } from '#client/api/queries/manage/services.ts';
import { AdminOnly } from '#client/features/manage/shell/admin-only.tsx';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { List } from '#client/ui/list.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { ServiceRow } from './service-row.tsx';

/** `/manager/services`, of administrators. */
export const ServicesPage = () => (
  <AdminOnly>
    <Services />
  </AdminOnly>
);

const Services = () => {
  const { t } = useLingui();
  const { data: services, error, refetch } = useQuery(installationServicesQuery());
  return (
    <ConsolePage title={t`Services`}>
      <Panel as="div" padding="none" maxW="prose">
        {error && <LoadingFailed error={error} onRetry={() => void refetch()} />}
        {!services && !error && <SkeletonRows rows={2} />}
        {services && (
          <List aria-label={t`Services`}>
            {services.map((service) => (
              <ServiceRow key={service.id} service={service} />
            ))}
          </List>
        )}
      </Panel>
    </ConsolePage>
  );
};
