import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { type Query, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { callApi } from '#client/api/call-api.ts';
import { asStep } from '#client/api/failed-step.ts';
import { errorText, textOfError } from '#client/i18n/error-text.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { AppError } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import { AuthLayout } from './auth-layout.tsx';
import { type MailedLink, useMailedLink } from './link-query.ts';

/** `/user/approval`: where the link of a pair's invitation leads. To be called is a decision, so there is a button. */
export const ApprovalPage = () => {
  const { t, i18n } = useLingui();
  const link = useMailedLink();
  return (
    <AuthLayout title={t`Approve invitation`} lead={<Lead link={link} />}>
      {link ? (
        <Approval link={link} />
      ) : (
        <chakra.div display="grid" gap="6">
          <Banner tone="error">{i18n._(errorText['approval-unknown'])}</Banner>
          <Home />
        </chakra.div>
      )}
    </AuthLayout>
  );
};

/** What a link that has been used, has expired or never was is refused with. Trying it again cannot work. */
const finalCodes: ReadonlySet<ErrorCode> = new Set(['approval-used', 'approval-unknown', 'approval-expired']);
const isFinal = (error: unknown): error is AppError =>
  error instanceof AppError && finalCodes.has(error.code);

/** Who invites, as the invitation's mail says it, without using the link up. */
const useInviter = ({ token, target }: MailedLink) =>
  useQuery({
    queryKey: ['pairs', 'invitation', target, token],
    queryFn: ({ signal }) => callApi('pairs.checkApproval', { body: { token, target }, signal }),
    // An approved link is refused, and the page says by itself that it has been approved.
    staleTime: Number.POSITIVE_INFINITY,
  });

const Lead = ({ link }: { readonly link: MailedLink | null }) =>
  link ? <Inviter link={link} /> : <Trans>An invitation lets two people call each other.</Trans>;

const Inviter = ({ link }: { readonly link: MailedLink }) => {
  const named = useNamed();
  const { data } = useInviter(link);
  if (!data) return <Lead link={null} />;
  const name = named(data);
  return data.mail === null || data.mail === data.name ? (
    <Trans>
      <strong>{name}</strong> wants to pair with you. If you approve, you can call each other.
    </Trans>
  ) : (
    <Trans>
      <strong>{name}</strong> ({data.mail}) wants to pair with you. If you approve, you can call each other.
    </Trans>
  );
};

const Approval = ({ link }: { readonly link: MailedLink }) => {
  const { token, target } = link;
  const { i18n } = useLingui();
  const queryClient = useQueryClient();
  const inviter = useInviter(link);
  const approve = useMutation({
    mutationFn: () => asStep('approve-step-failed', callApi('pairs.approval', { body: { token, target } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['pairs'], predicate: isNotTheLink }),
  });
  if (approve.isSuccess) {
    return (
      <chakra.div display="grid" gap="6">
        <Banner tone="success">
          <Trans>You’re paired. You can now call each other.</Trans>
        </Banner>
        <Home />
      </chakra.div>
    );
  }
  // Whether the invitation can be approved does not depend on whether its sender could be read.
  const error = approve.error ?? (isFinal(inviter.error) ? inviter.error : null);
  const used = isFinal(error) && error.code === 'approval-used';
  return (
    <chakra.div display="grid" gap="6">
      {error && <Banner tone={used ? 'info' : 'error'}>{i18n._(textOfError(error))}</Banner>}
      {isFinal(error) ? (
        <Home />
      ) : (
        <Button size="lg" loading={approve.isPending} onClick={() => approve.mutate()}>
          <UserCheck aria-hidden />
          <Trans>Approve</Trans>
        </Button>
      )}
    </chakra.div>
  );
};

/** A link that has been used says no more whose it was. */
const isNotTheLink = ({ queryKey }: Query) => queryKey[1] !== 'invitation';

const Home = () => (
  <Button size="lg" variant="outline" asChild>
    <Link to="/user">
      <Trans>Go to your home page</Trans>
    </Link>
  </Button>
);
