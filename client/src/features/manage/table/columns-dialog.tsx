import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Segmented } from '#client/ui/segmented.tsx';
import type { ColumnLook } from './manage-column.ts';
import { type Density, FIRST_LOOK, orderOf, type TableLook, visibilityOf } from './use-table-memory.ts';

/** Each press makes a column wider or narrower by so much. */
const WIDTH_STEP = 32;
const MIN_WIDTH = 64;

export interface ColumnsDialogProps {
  readonly columns: readonly ColumnLook[];
  readonly look: TableLook;
  readonly onLook: (look: TableLook) => void;
  readonly onClose: () => void;
}

/** Which columns are shown, in which order and how wide, and how high the rows are. */
export const ColumnsDialog = ({ columns, look, onLook, onClose }: ColumnsDialogProps) => {
  const { t } = useLingui();
  const order = orderOf(columns, look);
  const visible = visibilityOf(columns, look);
  const byId = new Map(columns.map((column) => [column.id, column]));
  const move = (id: string, by: 1 | -1) => {
    const next = order.filter((each) => each !== id);
    next.splice(order.indexOf(id) + by, 0, id);
    onLook({ ...look, order: next });
  };
  const widen = ({ id, width }: ColumnLook, by: number) =>
    onLook({
      ...look,
      widths: { ...look.widths, [id]: Math.max(MIN_WIDTH, (look.widths[id] ?? width) + by) },
    });
  return (
    <Dialog
      title={t`Columns`}
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={() => onLook(FIRST_LOOK)}>
            <Trans>Reset</Trans>
          </Button>
          <Button onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        </>
      }
    >
      <chakra.div display="grid" gap="4" color="ink">
        <Segmented<Density>
          name="density"
          label={t`Row height`}
          options={[
            { value: 'compact', label: t`Compact` },
            { value: 'comfortable', label: t`Comfortable` },
          ]}
          value={look.density}
          onChange={(density) => onLook({ ...look, density })}
        />
        <chakra.ul listStyle="none" m="0" p="0">
          {order.map((id, index) => {
            const column = byId.get(id);
            if (!column) return null;
            const { label } = column;
            return (
              <chakra.li key={id} display="flex" alignItems="center" gap="1">
                <chakra.div flex="1" minW="0">
                  <Checkbox
                    checked={visible[id] ?? true}
                    disabled={column.main === true}
                    onChange={({ target }) =>
                      onLook({ ...look, visible: { ...look.visible, [id]: target.checked } })
                    }
                  >
                    {label}
                  </Checkbox>
                </chakra.div>
                <Tool label={t`Make ${label} narrower`} onPress={() => widen(column, -WIDTH_STEP)}>
                  <Minus aria-hidden />
                </Tool>
                <Tool label={t`Make ${label} wider`} onPress={() => widen(column, WIDTH_STEP)}>
                  <Plus aria-hidden />
                </Tool>
                <Tool label={t`Move ${label} left`} disabled={index === 0} onPress={() => move(id, -1)}>
                  <ArrowUp aria-hidden />
                </Tool>
                <Tool
                  label={t`Move ${label} right`}
                  disabled={index === order.length - 1}
                  onPress={() => move(id, 1)}
                >
                  <ArrowDown aria-hidden />
                </Tool>
              </chakra.li>
            );
          })}
        </chakra.ul>
      </chakra.div>
    </Dialog>
  );
};

interface ToolProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

const Tool = ({ label, disabled = false, onPress, children }: ToolProps) => (
  <Button
    variant="ghost"
    size="sm"
    shape="square"
    aria-label={label}
    title={label}
    disabled={disabled}
    onClick={onPress}
  >
    {children}
  </Button>
);
