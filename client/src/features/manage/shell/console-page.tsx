import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useDocumentTitle } from '#client/ui/document-title.ts';
import { browserZone, useTimeZone } from '#client/ui/time-zone.ts';
import { ListWithoutTimes } from './list-without-times.ts';
import { recentPlacesAtom, withPlace } from './recent-places.ts';
import { useScope } from './use-scope.ts';

export interface ConsolePageProps {
  /** Also the tab's title. */
  readonly title: string;
  /** Above the title: the way back to the list. */
  readonly back?: ReactNode;
  /** Beside the title: states. */
  readonly beside?: ReactNode;
  /** Buttons at the end of the line. */
  readonly tools?: ReactNode;
  /** On a wide screen the page ends with the window, and what is in it scrolls: for a table. */
  readonly fills?: boolean;
  /** Whether it shows times, whose zone it then names. By default a page that fills does, if its list has times. */
  readonly dated?: boolean | undefined;
  readonly children: ReactNode;
}

/** A screen of the console: a heading with tools, 56 px high, and what is below it. */
export const ConsolePage = ({
  title,
  back,
  beside,
  tools,
  fills = false,
  dated,
  children,
}: ConsolePageProps) => {
  useDocumentTitle(title);
  useRecentPlace(title, back !== undefined);
  const [timeless, setTimeless] = useState(false);
  return (
    <chakra.div
      flex="1"
      display="flex"
      flexDirection="column"
      minW="0"
      maxW={fills ? undefined : 'wide'}
      width="full"
      px={{ base: '3', md: '5' }}
      pb="3"
      height={fills ? { md: 'calc(100dvh - 3rem)' } : undefined}
      maxH={fills ? { md: 'calc(100dvh - 3rem)' } : undefined}
      animation="appear 120ms"
    >
      <chakra.header
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        columnGap="4"
        rowGap="1"
        minH="14"
        py="2"
        flexShrink="0"
      >
        <Title title={title} back={back} beside={beside} dated={dated ?? (fills && !timeless)} />
        {tools && (
          <chakra.div display="flex" flexWrap="wrap" gap="2">
            {tools}
          </chakra.div>
        )}
      </chakra.header>
      <ListWithoutTimes value={setTimeless}>{children}</ListWithoutTimes>
    </chakra.div>
  );
};

type TitleProps = Pick<ConsolePageProps, 'title' | 'back' | 'beside'> & { readonly dated: boolean };

/** Stays as it is while the rows below it change. */
const Title = memo(({ title, back, beside, dated }: TitleProps) => (
  <chakra.div minW="0" maxW="full">
    {back}
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2">
      <chakra.h1
        textStyle="heading"
        fontSize="1.25rem"
        tabIndex={-1}
        data-page-heading
        outline="none"
        overflowWrap="anywhere"
      >
        {title}
      </chakra.h1>
      {beside}
    </chakra.div>
    <ZoneNote dated={dated} />
  </chakra.div>
));

/** Names the time zone. Not where the customer's is also the browser's, nor on pages without times. */
const ZoneNote = ({ dated }: { readonly dated: boolean }) => {
  const zone = useTimeZone();
  const { customerId } = useScope();
  const ofBrowser = zone === browserZone();
  if (zone === null || !dated || (ofBrowser && customerId !== null)) return null;
  return (
    <chakra.p textStyle="caption" color="ink.muted">
      {ofBrowser ? (
        <Trans>Times are in your browser’s time zone, {zone}.</Trans>
      ) : (
        <Trans>Times are in the time zone {zone}.</Trans>
      )}
    </chakra.p>
  );
};

/** The page of an object, without what is below it. */
const OBJECT = /^\/manager\/[^/]+\/[^/]+/;

/** The palette offers the pages of objects that were looked at last. */
const useRecentPlace = (title: string, isObject: boolean) => {
  const setPlaces = useSetAtom(recentPlacesAtom);
  const { pathname } = useLocation();
  const [path] = OBJECT.exec(pathname) ?? [];
  useEffect(() => {
    if (isObject && path !== undefined) setPlaces((places) => withPlace(places, { path, title }));
  }, [isObject, path, title, setPlaces]);
};
