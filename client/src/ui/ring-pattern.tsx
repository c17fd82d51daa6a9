import { chakra } from '@chakra-ui/react';
import { ringArcs } from './ring-arcs.ts';

const SIZE = 1000;
const CENTER = SIZE / 2;
const arcs = ringArcs({ rings: 15, innerRadius: 46, outerRadius: 490 });

/** What turns as one, by its degrees: each is a layer of the whole size that a machine without a graphics card has to draw. */
const SWINGS = [-38, 26, -16];

/**
 * The rings that a struck point sends out, turning against one another until they come to rest: endless motion would
 * keep a small machine busy and could not be stopped (WCAG 2.2.2). Decoration.
 */
export const RingPattern = () => (
  <chakra.svg
    viewBox={`0 0 ${SIZE} ${SIZE}`}
    width="full"
    height="full"
    fill="none"
    stroke="currentColor"
    strokeLinecap="round"
    aria-hidden
  >
    {SWINGS.map((swing, turning) => (
      <chakra.g
        key={swing}
        transformOrigin="50% 50%"
        animation="settle 1.6s"
        animationTimingFunction="out"
        css={{ '--swing': `${swing}deg` }}
      >
        {arcs
          .filter((_, index) => index % SWINGS.length === turning)
          .map((arc) => (
            <circle
              key={arc.radius}
              cx={CENTER}
              cy={CENTER}
              r={arc.radius}
              strokeWidth={arc.width}
              strokeDasharray={arc.dashes.join(' ')}
              pathLength={360}
              opacity={arc.opacity}
              transform={`rotate(${arc.turn} ${CENTER} ${CENTER})`}
            />
          ))}
      </chakra.g>
    ))}
    <circle cx={CENTER} cy={CENTER} r={17} fill="#FF7A5C" stroke="none" />
  </chakra.svg>
);
