import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowRight, MessagesSquare, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Banner } from '#client/ui/banner.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { useServices } from './use-services.ts';

/** The services that are available to the user; each leads to its home. */
export const ServiceCards = () => {
  const { t } = useLingui();
  const { services, error, retry } = useServices();
  if (error && !services) {
    return (
      <LoadingFailed error={error} onRetry={retry}>
        <Trans>Failed to get customer settings.</Trans>
      </LoadingFailed>
    );
  }
  if (services && !services.video && !services.group) {
    return (
      <Banner tone="info">
        <Trans>
          No service is available to you at the moment. Whoever looks after your account can enable them.
        </Trans>
      </Banner>
    );
  }
  return (
    <chakra.ul
      aria-label={t`Available services`}
      listStyle="none"
      p="0"
      m="0"
      display="grid"
      gap="4"
      gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}
    >
      {services === undefined && (
        <>
          <Skeleton as="li" height="24" borderRadius="lg" />
          <Skeleton as="li" height="24" borderRadius="lg" />
        </>
      )}
      {services?.video && (
        <Card to="/user/videochat" icon={<Video aria-hidden />} title={t`1-to-1 chat`}>
          <Trans>Straight to one person or device</Trans>
        </Card>
      )}
      {services?.group && (
        <Card to="/user/groupchat" icon={<MessagesSquare aria-hidden />} title={t`Group chat`}>
          <Trans>Everybody in one room</Trans>
        </Card>
      )}
    </chakra.ul>
  );
};

interface CardProps {
  readonly to: string;
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

const Card = ({ to, icon, title, children }: CardProps) => (
  <li>
    <chakra.span
      display="flex"
      alignItems="center"
      gap="4"
      minH="24"
      p="5"
      bg="contents"
      color="ink"
      borderWidth="1px"
      borderColor="line"
      borderRadius="lg"
      boxShadow="sm"
      textDecoration="none"
      transition="border-color 120ms, box-shadow 200ms, transform 200ms"
      _hover={{ borderColor: 'primary', boxShadow: 'md', '& [data-arrow]': { transform: 'translateX(3px)' } }}
      asChild
    >
      <Link to={to}>
        <chakra.span
          display="grid"
          placeItems="center"
          width="12"
          height="12"
          flexShrink="0"
          borderRadius="md"
          bg="primary.subtle"
          color="primary.onSubtle"
        >
          {icon}
        </chakra.span>
        <chakra.span flex="1" minW="0">
          <chakra.span display="block" textStyle="subheading">
            {title}
          </chakra.span>
          <chakra.span display="block" textStyle="small" color="ink.muted">
            {children}
          </chakra.span>
        </chakra.span>
        <chakra.span data-arrow color="ink.subtle" display="flex" transition="transform 200ms">
          <ArrowRight size={20} aria-hidden />
        </chakra.span>
      </Link>
    </chakra.span>
  </li>
);
