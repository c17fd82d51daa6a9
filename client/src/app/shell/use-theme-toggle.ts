import { useAtom } from 'jotai';
import { darkThemeAtom } from '#client/ui/ui-state.ts';

export const useThemeToggle = (): { readonly dark: boolean; readonly toggle: () => void } => {
  const [dark, setDark] = useAtom(darkThemeAtom);
  return { dark, toggle: () => setDark(!dark) };
};
