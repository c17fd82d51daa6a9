import { chakra } from '@chakra-ui/react';

/** The indigo evening on which the brand's rings spread; dark in both themes, as is what stands on it. Put `RingPattern` into it. */
export const BrandGround = chakra('div', {
  base: {
    position: 'relative',
    overflow: 'hidden',
    borderRadius: 'xl',
    color: '#DDE4F6',
    bg: { base: '#213869', _dark: '#171D2F' },
    backgroundImage: {
      base: 'radial-gradient(120% 90% at 78% 18%, #33539A 0%, #213869 46%, #182A52 100%)',
      _dark: 'radial-gradient(120% 90% at 78% 18%, #26345C 0%, #171D2F 50%, #12151F 100%)',
    },
  },
});
