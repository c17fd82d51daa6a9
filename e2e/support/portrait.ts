/** What a drawn person and their room look like; the same number is the same person. */
export interface PortraitLook {
  readonly hue: number;
}

/** Draws the person at a moment of a loop, `turn` from 0 to 1. */
export type Portrait = (
  drawing: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  turn: number,
) => void;

/**
 * Someone who sits in a room, sways, blinks and talks. Runs in a page, into which it is carried as text: it refers to nothing
 * outside of itself.
 */
export const makePortrait = (width: number, height: number, { hue }: PortraitLook): Portrait => {
  const kind = Math.floor(hue / 7);
  const pick = <Value>(values: readonly Value[], salt: number): Value =>
    values[(kind * 7 + salt * 5 + Math.floor(kind / 3)) % values.length] as Value;
  const skin = pick(['#f0c8a4', '#e3ad83', '#c98d62', '#9b633f', '#f5d3b8', '#75482c'], 0);
  const shade = `color-mix(in srgb, ${skin} 78%, #6b2d1a)`;
  const hair = pick(['#221a17', '#3b2518', '#5d3a22', '#14120f', '#8a5a2f', '#4a4340'], 1);
  const cloth = pick(['#2f4a76', '#6d3b4b', '#3f6152', '#d9d2c3', '#4b4a5c', '#a5623f'], 2);
  const cut = pick(['short', 'long', 'bun', 'curly'] as const, 3);
  const glasses = pick([false, true, false], 4);

  const room = new OffscreenCanvas(width, height);
  const wall = room.getContext('2d');
  if (!wall) throw new Error('This browser cannot draw');
  const light = wall.createLinearGradient(0, 0, width, height);
  light.addColorStop(0, `hsl(${hue} 24% 74%)`);
  light.addColorStop(1, `hsl(${hue + 24} 26% 38%)`);
  wall.fillStyle = light;
  wall.fillRect(0, 0, width, height);
  wall.filter = `blur(${height * 0.025}px)`;
  const left = kind % 2 === 0;
  const window = left ? 0.04 : 0.7;
  wall.fillStyle = 'rgb(255 250 236 / 0.85)';
  for (const column of [0, 0.135])
    for (const row of [0.06, 0.3])
      wall.fillRect(width * (window + column), height * row, width * 0.12, height * 0.21);
  const shelf = left ? 0.72 : 0.05;
  wall.fillStyle = `hsl(${hue + 15} 22% 28% / 0.8)`;
  wall.fillRect(width * shelf, height * 0.36, width * 0.24, height * 0.025);
  for (let book = 0; book < 7; book++) {
    wall.fillStyle = `hsl(${hue + book * 51} 34% ${38 + (book % 3) * 12}%)`;
    const tall = 0.13 + 0.03 * (book % 3);
    wall.fillRect(
      width * (shelf + 0.012 + book * 0.03),
      height * (0.36 - tall),
      width * 0.024,
      height * tall,
    );
  }
  wall.fillStyle = 'hsl(120 22% 30% / 0.9)';
  for (const [x, y, size] of [
    [0.06, 0.78, 0.12],
    [0.13, 0.7, 0.1],
    [0.02, 0.66, 0.09],
  ] as const) {
    wall.beginPath();
    wall.ellipse(width * (left ? 1 - x : x), height * y, height * size, height * size * 1.5, 0.5, 0, 7);
    wall.fill();
  }

  return (drawing, turn) => {
    const cycle = (times: number) => Math.sin(turn * 2 * Math.PI * times);
    const unit = height;
    const nod = cycle(2) * 0.006;
    const x = width / unit / 2 + cycle(1) * 0.012;
    const shape = (fill: string | CanvasGradient, path: () => void) => {
      drawing.fillStyle = fill;
      drawing.beginPath();
      path();
      drawing.fill();
    };
    const oval = (cx: number, cy: number, rx: number, ry: number, fill: string | CanvasGradient, tilt = 0) =>
      shape(fill, () => drawing.ellipse(cx * unit, cy * unit, rx * unit, ry * unit, tilt, 0, 2 * Math.PI));
    drawing.drawImage(room, 0, 0, width, height);
    const y = 0.47 + nod;
    if (cut === 'long') {
      oval(x, y + 0.07, 0.215, 0.3, hair);
      shape(hair, () => drawing.roundRect((x - 0.2) * unit, y * unit, 0.4 * unit, 0.36 * unit, 0.12 * unit));
    }
    if (cut === 'bun') oval(x, y - 0.27, 0.085, 0.08, hair);
    const coat = drawing.createLinearGradient(0, 0.78 * unit, 0, unit);
    coat.addColorStop(0, `color-mix(in srgb, ${cloth} 88%, white)`);
    coat.addColorStop(1, `color-mix(in srgb, ${cloth} 80%, black)`);
    shape(coat, () => {
      drawing.moveTo((x - 0.5) * unit, 1.02 * unit);
      drawing.bezierCurveTo(
        (x - 0.46) * unit,
        0.83 * unit,
        (x - 0.22) * unit,
        0.8 * unit,
        (x - 0.1) * unit,
        0.76 * unit,
      );
      drawing.lineTo((x + 0.1) * unit, 0.76 * unit);
      drawing.bezierCurveTo(
        (x + 0.22) * unit,
        0.8 * unit,
        (x + 0.46) * unit,
        0.83 * unit,
        (x + 0.5) * unit,
        1.02 * unit,
      );
    });
    shape(shade, () =>
      drawing.roundRect((x - 0.075) * unit, 0.62 * unit, 0.15 * unit, 0.17 * unit, 0.04 * unit),
    );
    oval(x, 0.775, 0.076, 0.03, shade);
    oval(x, y - 0.035, 0.185, 0.225, hair);
    for (const side of [-1, 1]) oval(x + side * 0.158, y + 0.02, 0.024, 0.042, shade);
    const face = drawing.createRadialGradient(
      ...([(x - 0.05) * unit, (y - 0.05) * unit, 0.02 * unit, x * unit, y * unit, 0.26 * unit] as const),
    );
    face.addColorStop(0, `color-mix(in srgb, ${skin} 88%, white)`);
    face.addColorStop(0.6, skin);
    face.addColorStop(1, shade);
    oval(x, y + 0.015, 0.155, 0.205, face);
    if (cut === 'curly')
      for (let curl = 0; curl < 9; curl++) {
        const angle = Math.PI * (1.02 + (curl / 8) * 0.96);
        oval(x + Math.cos(angle) * 0.155, y + Math.sin(angle) * 0.17 - 0.01, 0.06, 0.06, hair);
      }
    else
      shape(hair, () => {
        drawing.moveTo((x - 0.165) * unit, (y - 0.01) * unit);
        drawing.bezierCurveTo(
          (x - 0.15) * unit,
          (y - 0.2) * unit,
          (x + 0.02) * unit,
          (y - 0.1) * unit,
          (x + 0.165) * unit,
          (y - 0.01) * unit,
        );
        drawing.bezierCurveTo(
          (x + 0.2) * unit,
          (y - 0.3) * unit,
          (x - 0.2) * unit,
          (y - 0.32) * unit,
          (x - 0.165) * unit,
          (y - 0.01) * unit,
        );
      });
    const closed = turn > 0.46 && turn < 0.49;
    for (const side of [-1, 1]) {
      oval(x + side * 0.062, y + 0.005, 0.02, closed ? 0.003 : 0.012, closed ? shade : '#fbf7f1');
      if (!closed) oval(x + side * 0.062, y + 0.006, 0.0105, 0.012, '#2a1d16');
      oval(x + side * 0.062, y - 0.04, 0.03, 0.006, hair, side * 0.12);
      oval(x + side * 0.085, y + 0.07, 0.034, 0.024, 'rgb(214 96 72 / 0.12)');
    }
    oval(x + 0.004, y + 0.055, 0.016, 0.012, shade);
    const open = 0.007 + 0.011 * Math.abs(cycle(3) * cycle(2));
    oval(x, y + 0.112, 0.048, open + 0.006, '#a4574c');
    oval(x, y + 0.112, 0.036, open * 0.6, '#5b2522');
    if (glasses) {
      drawing.strokeStyle = '#2b2b33';
      drawing.lineWidth = unit * 0.007;
      for (const side of [-1, 1]) {
        drawing.beginPath();
        drawing.roundRect(
          (x + side * 0.064 - 0.044) * unit,
          (y - 0.03) * unit,
          0.088 * unit,
          0.068 * unit,
          0.022 * unit,
        );
        drawing.stroke();
      }
    }
  };
};
