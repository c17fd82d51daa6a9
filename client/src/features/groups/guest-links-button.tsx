import { Trans } from '@lingui/react/macro';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { GuestLinksDialog } from './guest-links-dialog.tsx';

/** On the home of 1-to-1 chat: links with which guests call the user. */
export const GuestLinksButton = () => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        <Link2 aria-hidden />
        <Trans>Guest links</Trans>
      </Button>
      {open && <GuestLinksDialog group={null} onClose={() => setOpen(false)} />}
    </>
  );
};
