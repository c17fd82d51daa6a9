import { useEffect, useState } from 'react';

/** Who looks into another tab for a moment comes back to pictures that move. */
const RESTS_AFTER_MS = 5_000;

/** Firefox does not tell that a picture stands in a window of its own. */
const tellsPictures = (): boolean => 'pictureInPictureElement' in document;

/** Whether someone sees the pictures of the page. It counts as seen for some seconds after it is hidden. */
export function usePageWatched(): boolean {
  const [watched, setWatched] = useState(true);
  useEffect(() => {
    if (!tellsPictures()) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') setWatched(true);
      else timer = setTimeout(() => setWatched(document.pictureInPictureElement !== null), RESTS_AFTER_MS);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', follow);
    };
  }, []);
  return watched;
}
