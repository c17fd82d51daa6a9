import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { createPortal } from 'react-dom';
import type { SetUpDevice } from './set-up.ts';
import { SetUpCode } from './set-up-code.tsx';

const PRINT = '@media print';
/** The sheets alone are printed: not the dialog, which would be cut at the end of a page. */
const NOTHING_ELSE = `${PRINT} { #root { display: none } }`;

const Sheets = chakra('div', {
  base: {
    display: 'none',
    color: 'black',
    bg: 'white',
    [PRINT]: {
      display: 'block',
      '& > section': { breakAfter: 'page', breakInside: 'avoid' },
      '& > section:last-of-type': { breakAfter: 'auto' },
    },
  },
});

/** On paper: a sheet for each device, to be taken to it. Nothing on the screen. */
export const PrintedSheets = ({ devices }: { readonly devices: readonly SetUpDevice[] }) =>
  createPortal(
    <Sheets data-testid="printed-sheets">
      <style>{NOTHING_ELSE}</style>
      {devices.map((device) => (
        <Sheet key={device.id} device={device} />
      ))}
    </Sheets>,
    document.body,
  );

const Sheet = ({ device: { serialPrinted, name, secret, setupLink } }: { readonly device: SetUpDevice }) => {
  const kiosk = URL.parse(setupLink);
  const address = kiosk ? kiosk.origin + kiosk.pathname : '';
  return (
    <section>
      <chakra.h1 textStyle="title">
        {serialPrinted}
        {name !== '' && ` (${name})`}
      </chakra.h1>
      <chakra.ol my="4" ps="5">
        <li>
          <Trans>
            Open <strong>{address}</strong> on the device.
          </Trans>
        </li>
        <li>
          <Trans>Scan this code, or enter the link below.</Trans>
        </li>
        <li>
          <Trans>Destroy this sheet afterwards: anyone who has it can use the device’s account.</Trans>
        </li>
      </chakra.ol>
      <div data-testid="set-up-paper">
        <SetUpCode link={setupLink} size="8cm" />
      </div>
      <chakra.p mt="4" fontFamily="mono" textStyle="small" overflowWrap="anywhere">
        {setupLink}
      </chakra.p>
      <chakra.p mt="2" textStyle="small">
        <Trans>Secret</Trans>{' '}
        <chakra.code fontFamily="mono" overflowWrap="anywhere">
          {secret}
        </chakra.code>
      </chakra.p>
    </section>
  );
};
