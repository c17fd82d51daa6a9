import { Button, type ButtonProps } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'aria-label'> {
  /** What it does: its name, and its tooltip. */
  readonly label: string;
  /** The icon, from lucide-react. */
  readonly children: React.ReactNode;
}

/** A button that shows only an icon. */
export const IconButton = ({
  label,
  variant = 'ghost',
  shape = 'square',
  children,
  ...props
}: IconButtonProps) => (
  <Tooltip text={label}>
    <Button aria-label={label} variant={variant} shape={shape} {...props}>
      {children}
    </Button>
  </Tooltip>
);
