/**
 * Where to go after signing in: the wanted path of the `redirect` query, else the area's home.
 *
 * Only a path of this application is followed, so that no link can lead someone who signs in elsewhere.
 */
export const redirectTarget = (query: URLSearchParams, home: '/user' | '/manager'): string => {
  const wanted = query.get('redirect');
  return wanted !== null && /^\/(?![/\\])/.test(wanted) ? wanted : home;
};
