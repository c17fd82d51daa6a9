import { IconButton, type IconButtonProps } from '#client/ui/icon-button.tsx';

/** A round button over the pictures of a call. */
export const StageButton = (props: IconButtonProps) => (
  <IconButton variant="stage" shape="round" {...props} />
);
