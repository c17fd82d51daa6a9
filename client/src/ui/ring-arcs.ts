export interface RingArc {
  readonly radius: number;
  readonly width: number;
  readonly opacity: number;
  /** Degrees of line, gap, line, gap …: they add up to 360. */
  readonly dashes: readonly number[];
  /** Degrees. */
  readonly turn: number;
}

/** Mulberry32: the same picture everywhere, without keeping it. */
const generator = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
};

/** Rings around a point that grow apart, thin out and break up as they go. */
export const ringArcs = (shape: {
  readonly rings: number;
  readonly innerRadius: number;
  readonly outerRadius: number;
}): readonly RingArc[] => {
  const random = generator(1021);
  return Array.from({ length: shape.rings }, (_, index) => {
    const far = index / (shape.rings - 1);
    const pieces = 1 + Math.floor(random() * 3);
    const dashes: number[] = [];
    let rest = 360;
    for (let piece = 0; piece < pieces; piece++) {
      const span = piece === pieces - 1 ? rest : rest * (0.35 + random() * 0.3);
      const gap = span * (0.08 + far * 0.3 + random() * 0.22);
      dashes.push(span - gap, gap);
      rest -= span;
    }
    return {
      radius: shape.innerRadius + (shape.outerRadius - shape.innerRadius) * far ** 1.15,
      width: 5.5 - far * 4,
      opacity: 0.75 - far * 0.6,
      dashes,
      turn: random() * 360,
    };
  });
};
