import { chakra } from '@chakra-ui/react';
import { linkify } from './linkify.ts';

/** The text of a message, its addresses as links. */
export const LinkedText = ({ text }: { readonly text: string }) =>
  linkify(text).map((piece, index) =>
    piece.kind === 'text' ? (
      piece.text
    ) : (
      <chakra.a
        // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes.
        key={index}
        href={piece.href}
        // Addresses are written from left to right, also among words of another direction.
        dir="ltr"
        unicodeBidi="isolate"
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        color="inherit"
        textDecoration="underline"
      >
        {piece.text}
      </chakra.a>
    ),
  );
