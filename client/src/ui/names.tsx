import { chakra } from '@chakra-ui/react';
import { Fragment } from 'react';

/** Names that fit beside each other; the others are counted. */
const SHOWN = 3;

export interface NamesProps {
  readonly names: readonly string[];
  /** How many more there are whose names the reader may not know. */
  readonly unnamed?: number;
  /** BCP 47 tag of the language that they are listed in. */
  readonly language: string;
}

/** Some people on one line: the first of them by name, the others as a number. */
export const Names = ({ names, unnamed = 0, language }: NamesProps) => {
  const separator = language === 'ja' ? '、' : ', ';
  const more = Math.max(0, names.length - SHOWN) + unnamed;
  return (
    <chakra.span display="inline-flex" minW="0" maxW="full" gap="1.5" title={names.join(separator)}>
      <chakra.span truncate>
        {names.slice(0, SHOWN).map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may be the same, and keep their order
          <Fragment key={index}>
            {index > 0 && separator}
            <bdi>{name}</bdi>
          </Fragment>
        ))}
      </chakra.span>
      {more > 0 && (
        <chakra.span flexShrink="0" color="ink.subtle">
          +{more}
        </chakra.span>
      )}
    </chakra.span>
  );
};
