import { Trans, useLingui } from '@lingui/react/macro';
import { EllipsisVertical, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { Menu } from '#client/ui/menu.tsx';
import { BackLink } from './back-link.tsx';
import { ConsolePage } from './console-page.tsx';
import { PageTabs } from './page-tabs.tsx';

export interface ObjectTab<Tab extends string> {
  readonly tab: Tab;
  readonly label: string;
  /** Whether it shows times. Left out for a list, which says so itself. */
  readonly dated?: boolean;
}

export interface ObjectPageProps<Tab extends string> {
  readonly name: string;
  /** The list that it is of, below `/manager`. */
  readonly list: { readonly to: string; readonly label: string };
  /** Its own address, which is that of the tab ''. */
  readonly to: string;
  readonly tabs: readonly ObjectTab<Tab>[];
  readonly tab: Tab;
  /** Beside the name. */
  readonly state: ReactNode;
  readonly onEdit: () => void;
  /** Entries of its menu. */
  readonly menu: ReactNode;
  readonly children: ReactNode;
}

/** The page of one object: its name, what can be done with it, and tabs that have addresses. */
export function ObjectPage<Tab extends string>(props: ObjectPageProps<Tab>): ReactNode {
  const { t } = useLingui();
  const { name, list, to, tabs, tab, state, onEdit, menu, children } = props;
  const addressOf = (each: Tab) => (each === '' ? to : `${to}/${each}`);
  return (
    <ConsolePage
      title={name}
      fills={tab !== ''}
      dated={tabs.find((each) => each.tab === tab)?.dated}
      back={<BackLink to={list.to}>{list.label}</BackLink>}
      beside={state}
      tools={
        <>
          <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={onEdit}>
            <Pencil aria-hidden />
            <Trans>Edit</Trans>
          </Button>
          <Menu
            trigger={
              <IconButton label={t`More options for ${name}`} variant="outline" size="sm">
                <EllipsisVertical />
              </IconButton>
            }
          >
            {menu}
          </Menu>
        </>
      }
    >
      <PageTabs
        label={t`About ${name}`}
        tabs={tabs.map((each) => ({ to: addressOf(each.tab), label: each.label }))}
        current={addressOf(tab)}
      />
      {children}
    </ConsolePage>
  );
}
