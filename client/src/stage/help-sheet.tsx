import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtom } from 'jotai';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { singleKeysAtom } from '#client/ui/ui-state.ts';
import { activeShortcuts, type Shortcut, type ShortcutScope } from './call-shortcuts.ts';
import { useObservable } from './use-observable.ts';

const SCOPES: readonly ShortcutScope[] = ['call', 'share', 'picture'];
const arrows: Readonly<Record<string, string>> = {
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
};
const shown = (key: string): string => arrows[key] ?? key.toUpperCase();

/** Each thing once, with all its keys. */
function listed(
  shortcuts: readonly Shortcut[],
  scope: ShortcutScope,
): ReadonlyMap<string, readonly string[]> {
  const byLabel = new Map<string, string[]>();
  for (const { label, key, scope: own } of shortcuts) {
    if (own !== scope) continue;
    const keys = byLabel.get(label) ?? [];
    if (!keys.includes(key)) keys.push(key);
    byLabel.set(label, keys);
  }
  return byLabel;
}

/** Which keys do what, here and now. */
const HelpSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useLingui();
  const [singleKeys, setSingleKeys] = useAtom(singleKeysAtom);
  const all = useObservable(activeShortcuts).flat();
  const titles: Record<ShortcutScope, string> = {
    call: t`In the call`,
    share: t`Sharing`,
    picture: t`Video`,
  };
  return (
    <Dialog
      title={t`Keyboard shortcuts`}
      onClose={onClose}
      actions={
        <Button variant="outline" onClick={onClose} autoFocus>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <chakra.div display="grid" gap="5" data-testid="help-sheet">
        <Switch
          label={t`Single-key shortcuts`}
          details={
            singleKeys ? (
              <Trans>Turn them off if you use speech input or press keys by accident.</Trans>
            ) : (
              <Trans>
                Single-key shortcuts are off. The keys below do nothing. Buttons and menus still work.
              </Trans>
            )
          }
          checked={singleKeys}
          onChange={setSingleKeys}
        />
        {SCOPES.map((scope) => {
          const entries = [...listed(all, scope)];
          if (entries.length === 0) return null;
          return (
            <chakra.section key={scope} aria-label={titles[scope]}>
              <chakra.h3 textStyle="label" color="ink" mb="1">
                {titles[scope]}
              </chakra.h3>
              <chakra.dl m="0">
                {entries.map(([label, keys]) => (
                  <chakra.div
                    key={label}
                    display="flex"
                    justifyContent="space-between"
                    alignItems="center"
                    gap="4"
                    minH="9"
                    borderTopWidth="1px"
                    borderColor="line"
                  >
                    <chakra.dt>{label}</chakra.dt>
                    <chakra.dd m="0" display="inline-flex" gap="1">
                      {keys.map((key) => (
                        <chakra.kbd
                          key={key}
                          minW="7"
                          px="2"
                          py="0.5"
                          textAlign="center"
                          borderWidth="1px"
                          borderBottomWidth="2px"
                          borderColor="line.control"
                          borderRadius="sm"
                          color="ink"
                          fontFamily="inherit"
                        >
                          {shown(key)}
                        </chakra.kbd>
                      ))}
                    </chakra.dd>
                  </chakra.div>
                ))}
              </chakra.dl>
            </chakra.section>
          );
        })}
        <chakra.p textStyle="small">
          <Trans>Shortcuts are off while you type. Scroll or pinch to zoom a video.</Trans>
        </chakra.p>
      </chakra.div>
    </Dialog>
  );
};

export default HelpSheet;
