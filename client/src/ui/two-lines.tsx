import { chakra } from '@chakra-ui/react';

/** A label of the API: what it stands for, and, on a second line, what it is called. */
export const TwoLines = ({ text }: { readonly text: string }) => {
  const [first, ...others] = text.split('\n');
  return (
    <chakra.span display="block" minW="0">
      <chakra.span display="block" truncate>
        {first}
      </chakra.span>
      {others.length > 0 && (
        <chakra.span display="block" textStyle="small" fontWeight="regular" color="ink.muted" truncate>
          {others.join(' ')}
        </chakra.span>
      )}
    </chakra.span>
  );
};
