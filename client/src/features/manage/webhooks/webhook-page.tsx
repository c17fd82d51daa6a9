import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import type { Webhook } from '#client/api/api-types.ts';
import { managedWebhookQuery } from '#client/api/queries/manage/webhooks.ts';
import { BackLink } from '#client/features/manage/shell/back-link.tsx';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { Fact, FactList } from '#client/features/manage/shell/fact-list.tsx';
import { NotFoundPage } from '#client/features/manage/shell/not-found-page.tsx';
import { useCustomerNames } from '#client/features/manage/shell/use-customer-names.ts';
import { useConsolePath } from '#client/features/manage/shell/use-scope.ts';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { ShortTime } from '#client/ui/short-time.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { AppError } from '#protocol/app-error.ts';
import { idOfIri } from '#protocol/rest/field.ts';
import { Deliveries } from './deliveries.tsx';
import { eventText } from './event-text.ts';
import { WebhookBadge } from './webhook-badge.tsx';
import { WebhookDialogs } from './webhook-dialogs.tsx';
import { webhookName } from './webhook-name.ts';
import { WebhookTools } from './webhook-tools.tsx';

/** `/manager/webhooks/:id`. */
export const WebhookPage = () => {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const pathOf = useConsolePath();
  const { data, error, refetch } = useQuery(managedWebhookQuery(id));
  if (error instanceof AppError && error.status === 404) return <NotFoundPage />;
  const webhook = data?.item;
  return (
    <ConsolePage
      dated
      title={webhook ? webhookName(webhook) : t`Webhook`}
      back={<BackLink to="/manager/webhooks">{t`Webhooks`}</BackLink>}
      beside={webhook && <WebhookBadge webhook={webhook} />}
      tools={webhook && <WebhookTools webhook={webhook} />}
    >
      {error && <LoadingFailed error={error} onRetry={() => void refetch()} />}
      {!webhook && !error && <SkeletonRows />}
      {webhook && (
        <>
          <WebhookFacts webhook={webhook} />
          <Deliveries webhookId={id} />
        </>
      )}
      <WebhookDialogs onDeleted={() => void navigate(pathOf('/manager/webhooks'), { replace: true })} />
    </ConsolePage>
  );
};

const WebhookFacts = ({ webhook }: { readonly webhook: Webhook }) => {
  const { t, i18n } = useLingui();
  const { url, events, customer, failingSince, created } = webhook;
  const customerId = idOfIri(customer);
  const names = useCustomerNames([customerId]);
  return (
    <Panel aria-label={t`Details`}>
      <FactList>
        <Fact name={t`Address`}>{url}</Fact>
        <Fact name={t`Events`}>{events.map((event) => i18n._(eventText[event])).join(', ')}</Fact>
        <Fact name={t`Customer`}>{names.get(customerId)}</Fact>
        {failingSince !== null && (
          <Fact name={t`Failing since`}>
            <ShortTime time={failingSince} />
          </Fact>
        )}
        <Fact name={t`Created`}>
          <ShortTime time={created} />
        </Fact>
      </FactList>
    </Panel>
  );
};
