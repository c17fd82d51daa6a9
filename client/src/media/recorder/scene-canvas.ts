import { fitPicture, type Place, placeScene, type Scene, type ScenePicture } from './scene.ts';

/** Where the call itself needs all of a small machine's cores, a recording has fewer lines. */
const FEW_CORES = 2;
const SIZES = { small: { width: 960, height: 540 }, large: { width: 1280, height: 720 } } as const;
const GROUND = '#15171D';
const TILE = '#23262F';
const INK = '#F3F1EC';

/** Draws a call into one picture, also while the page is hidden. */
export interface SceneCanvas {
  readonly track: MediaStreamTrack;
  setScene(scene: Scene): void;
  close(): void;
}

/** @throws DOMException `NotSupportedError` where the browser cannot make a stream of a canvas */
export function createSceneCanvas(): SceneCanvas {
  const canvas = document.createElement('canvas');
  const size = (navigator.hardwareConcurrency ?? 1) <= FEW_CORES ? SIZES.small : SIZES.large;
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d', { alpha: false });
  const track = context && 'captureStream' in canvas ? canvas.captureStream().getVideoTracks()[0] : undefined;
  if (!context || !track) throw new DOMException('No canvas to record', 'NotSupportedError');

  const videos = new Map<string, HTMLVideoElement>();
  let pictures: readonly ScenePicture[] = [];

  function setScene(scene: Scene): void {
    pictures = scene.pictures;
    for (const [key, video] of videos) {
      if (pictures.some((picture) => picture.key === key && picture.track)) continue;
      video.srcObject = null;
      videos.delete(key);
    }
    for (const { key, track: wanted } of pictures) {
      if (!wanted) continue;
      const video = videos.get(key) ?? document.createElement('video');
      videos.set(key, video);
      const shown = video.srcObject instanceof MediaStream ? video.srcObject.getVideoTracks()[0] : undefined;
      if (shown === wanted) continue;
      video.muted = true;
      video.playsInline = true;
      video.srcObject = new MediaStream([wanted]);
      // Without sound it may always play.
      video.play().catch(() => {});
    }
  }

  function draw(): void {
    if (!context) return;
    context.fillStyle = GROUND;
    context.fillRect(0, 0, size.width, size.height);
    const places = placeScene(pictures, size.width, size.height);
    for (const [index, picture] of pictures.entries()) {
      const place = places[index];
      if (place) drawPicture(context, picture, place, videos.get(picture.key));
    }
  }

  draw();
  const ticker = new Worker(new URL('./frame-ticker-worker.ts', import.meta.url), { type: 'module' });
  // The canvas is read for the recording after the task that draws on it: what is posted there comes after that.
  const afterwards = new MessageChannel();
  afterwards.port1.onmessage = () => ticker.postMessage(null);
  ticker.onmessage = () => {
    try {
      draw();
    } finally {
      afterwards.port2.postMessage(null);
    }
  };

  return {
    track,
    setScene,
    close() {
      ticker.terminate();
      afterwards.port1.close();
      track.stop();
      for (const video of videos.values()) video.srcObject = null;
      videos.clear();
    },
  };
}

function drawPicture(
  context: CanvasRenderingContext2D,
  { kind, name }: ScenePicture,
  place: Place,
  video: HTMLVideoElement | undefined,
): void {
  context.save();
  context.beginPath();
  context.roundRect(place.x, place.y, place.width, place.height, 10);
  context.clip();
  context.fillStyle = TILE;
  context.fillRect(place.x, place.y, place.width, place.height);
  context.fillStyle = INK;
  context.textBaseline = 'middle';
  const size = video && { width: video.videoWidth, height: video.videoHeight };
  if (video && size && size.width > 0 && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
    const { x, y, width, height } = fitPicture(size, place, kind === 'share' ? 'contain' : 'cover');
    context.drawImage(video, x, y, width, height);
    drawName(context, name, place);
  } else {
    const large = Math.round(Math.min(48, place.height / 5));
    context.font = `600 ${large}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.fillText(name, place.x + place.width / 2, place.y + place.height / 2, place.width - 24);
  }
  context.restore();
}

function drawName(context: CanvasRenderingContext2D, name: string, place: Place): void {
  context.font = '500 16px system-ui, sans-serif';
  context.textAlign = 'start';
  const width = Math.min(context.measureText(name).width, place.width - 44);
  const y = place.y + place.height - 24;
  context.fillStyle = 'rgb(10 12 18 / 0.62)';
  context.beginPath();
  context.roundRect(place.x + 10, y - 14, width + 20, 28, 14);
  context.fill();
  context.fillStyle = INK;
  context.fillText(name, place.x + 20, y + 1, width);
}
