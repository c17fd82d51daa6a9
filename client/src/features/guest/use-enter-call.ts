import { useNavigate } from 'react-router-dom';
import { useCallPaths } from '#client/stage/call-paths.ts';
import { guestVisits } from './guest-visit.ts';

/**
 * Through the door, under a name.
 *
 * @param groupId null: a 1-to-1 call with the owner of the link
 */
export const useEnterCall = (groupId: string | null): ((name: string) => void) => {
  const navigate = useNavigate();
  const paths = useCallPaths();
  return (name) => {
    guestVisits.enter(name);
    void navigate(groupId === null ? paths.directCall : `${paths.groupCall}?group=${groupId}`);
  };
};
