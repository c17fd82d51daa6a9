import { matchRoutes, type RouteObject } from 'react-router-dom';
import { isLazyScreen } from './load-screen.ts';

/**
 * Loads what is shown at an address, its layouts included. Never rejects: what fails is thrown when it is rendered.
 *
 * @param basename what the routes' paths come after
 */
export async function preloadRoutes(
  routes: readonly RouteObject[],
  pathname: string,
  basename = '/',
): Promise<void> {
  const matches = matchRoutes([...routes], pathname, basename) ?? [];
  await Promise.all(matches.map(({ route }) => isLazyScreen(route.Component) && route.Component.preload()));
}
