import { useSearchParams } from 'react-router-dom';

/** What a mailed link carries (specification L1). */
export interface MailedLink {
  readonly token: string;
  readonly target: string;
  /** Whose link it is; a user's by default. */
  readonly kind: string;
}

/** The link that led here; null if something is missing: it was not copied whole. */
export const useMailedLink = (): MailedLink | null => {
  const [query] = useSearchParams();
  const token = query.get('token');
  const target = query.get('target');
  return token && target ? { token, target, kind: query.get('kind') ?? 'user' } : null;
};
