import { GuestLinksButton } from '#client/features/groups/guest-links-button.tsx';
import { VideoChatPage } from '#client/features/home/video-chat-page.tsx';

/** `/user/videochat`, with what another feature adds to it. */
export const VideoChatScreen = () => <VideoChatPage actions={<GuestLinksButton />} />;
