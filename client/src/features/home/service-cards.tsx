import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, MessagesSquare, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { currentCustomerQuery } from '#client/api/queries/current-customer.ts';
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
  if (services && !services.video && !services.group) return <NoService />;
  return (
    <chakra.ul
      aria-label={t`Available services`}
      listStyle="none"
      p="0"
      m="0"
      display="grid"
      gap={{ base: '2', md: '3' }}
      gridTemplateColumns={{ base: '1fr 1fr', lg: 'auto auto' }}
    >
      {services === undefined && (
        <>
          <Skeleton as="li" height="12" borderRadius="lg" />
          <Skeleton as="li" height="12" borderRadius="lg" />
        </>
      )}
      {services?.video && (
        <Card to="/user/videochat" icon={<Video size={18} aria-hidden />} title={t`1-to-1 chat`} />
      )}
      {services?.group && (
        <Card to="/user/groupchat" icon={<MessagesSquare size={18} aria-hidden />} title={t`Group chat`} />
      )}
    </chakra.ul>
  );
};

/** Says who can help: only managers can switch services on. */
const NoService = () => {
  const name = useQuery(currentCustomerQuery()).data?.name;
  return (
    <Banner tone="info">
      {name ? (
        <Trans>
          You can’t make calls yet. Calls aren’t turned on for “{name}”, your organisation. Ask one of its
          managers to turn them on.
        </Trans>
      ) : (
        <Trans>You can’t make calls yet. No service is turned on for your account.</Trans>
      )}
    </Banner>
  );
};

interface CardProps {
  readonly to: string;
  readonly icon: ReactNode;
  readonly title: string;
}

const Card = ({ to, icon, title }: CardProps) => (
  <li>
    <chakra.span
      display="flex"
      alignItems="center"
      gap="3"
      height="full"
      minH="12"
      px="3"
      py="1.5"
      // Dark enough for the words to be readable over the rings.
      bg="rgb(12 18 38 / 0.42)"
      color="white"
      borderWidth="1px"
      borderColor="rgb(255 255 255 / 0.14)"
      borderRadius="lg"
      backdropFilter="blur(6px)"
      textDecoration="none"
      transition="background-color 120ms, border-color 120ms"
      _hover={{
        bg: 'rgb(12 18 38 / 0.6)',
        borderColor: 'rgb(255 255 255 / 0.4)',
        '& [data-arrow]': { transform: 'translateX(3px)' },
      }}
      asChild
    >
      <Link to={to}>
        <chakra.span
          // On a phone the words need the room.
          display={{ base: 'none', sm: 'grid' }}
          placeItems="center"
          width="8"
          height="8"
          flexShrink="0"
          borderRadius="md"
          bg="primary"
          color="primary.contrast"
        >
          {icon}
        </chakra.span>
        <chakra.span flex="1" minW="0">
          <chakra.span display="block" textStyle="subheading">
            {title}
          </chakra.span>
        </chakra.span>
        <chakra.span
          data-arrow
          color="#C8D2EC"
          display={{ base: 'none', sm: 'flex' }}
          transition="transform 200ms"
        >
          <ArrowRight size={20} aria-hidden />
        </chakra.span>
      </Link>
    </chakra.span>
  </li>
);
