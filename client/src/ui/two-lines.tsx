import { chakra, type SystemStyleObject } from '@chakra-ui/react';

/** On a phone a long line wraps: there nothing would show the rest of it. */
const LINE: SystemStyleObject = {
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: { md: 'nowrap' },
};

/** A label of the API: what it stands for, and, on a second line, what it is called. */
export const TwoLines = ({ text }: { readonly text: string }) => {
  const [first, ...others] = text.split('\n');
  return (
    <chakra.span display="block" minW="0" overflowWrap="anywhere">
      <chakra.span css={LINE}>{first}</chakra.span>
      {others.length > 0 && (
        <chakra.span css={LINE} textStyle="small" fontWeight="regular" color="ink.muted">
          {others.join(' ')}
        </chakra.span>
      )}
    </chakra.span>
  );
};
