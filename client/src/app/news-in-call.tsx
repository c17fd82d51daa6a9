import { chakra } from '@chakra-ui/react';
import type { QueryClient } from '@tanstack/react-query';
import type { Notification } from '#client/api/api-types.ts';
import { unreadNotificationsQuery } from '#client/api/queries/unread-notifications.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { serverNow } from '#client/server-clock.ts';
import { showSnackbar } from '#client/ui/snackbar.tsx';

/** What came longer ago was there before, and something else about it has changed. */
const NEW_MS = 30_000;

/** Those that are new enough are among the last few. */
const MAX_TOLD = 20;
let told: readonly string[] = [];

/** Shows someone in a call the notifications that have just come: of a call that they missed by it, above all. They stay unread. */
export async function tellNews(queryClient: QueryClient): Promise<void> {
  const { newest } = await queryClient.fetchQuery({ ...unreadNotificationsQuery(), staleTime: 0 });
  for (const notification of newest) {
    const { id, datetime } = notification;
    if (told.includes(id) || serverNow() - Date.parse(datetime) > NEW_MS) continue;
    told = [...told, id].slice(-MAX_TOLD);
    showSnackbar('info', <News notification={notification} />);
  }
}

const News = ({ notification: { title, contents } }: { readonly notification: Notification }) => {
  const language = useLanguage();
  return (
    <>
      <chakra.strong display="block">{title[language]}</chakra.strong>
      <chakra.span lineClamp="2">{contents[language]}</chakra.span>
    </>
  );
};
