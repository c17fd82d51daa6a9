import { ReturnToCall } from '#client/features/home/return-to-call.tsx';
import { NotificationOffer } from '#client/features/installation/notification-offer.tsx';
import { useCurrentUser } from './account.ts';

/** Above the home page; loaded once that is there. */
export const HomeNotices = () => {
  const user = useCurrentUser();
  return (
    <>
      {user && <ReturnToCall userId={user.id} />}
      <NotificationOffer />
    </>
  );
};
