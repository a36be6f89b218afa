/** The square part of a picture: size of the picture in pixels, enlargement, and the middle of the square as a share (0-1) of width and height. */
export interface Crop {
  width: number;
  height: number;
  /** 1 = the shorter side fills the square */
  zoom: number;
  x: number;
  y: number;
}

export const maxZoom = 4;

/** Side of the square in pixels of the picture. */
export const sideOf = ({ width, height, zoom }: Crop): number => Math.min(width, height) / zoom;

/** Keeps the square inside of the picture. */
export function keepInside(crop: Crop): Crop {
  const zoom = Math.min(maxZoom, Math.max(1, crop.zoom));
  const half = sideOf({ ...crop, zoom }) / 2;
  const within = (at: number, length: number): number => Math.min(length - half, Math.max(half, at * length)) / length;
  return { ...crop, zoom, x: within(crop.x, crop.width), y: within(crop.y, crop.height) };
}

/** Moves the picture under the square by pixels of the screen; the square is `shownPx` wide there. */
export function dragCrop(crop: Crop, dx: number, dy: number, shownPx: number): Crop {
  const scale = sideOf(crop) / shownPx;
  return keepInside({ ...crop, x: crop.x - (dx * scale) / crop.width, y: crop.y - (dy * scale) / crop.height });
}

/** Left, top and side of the square in the picture. */
export function squareOf(crop: Crop): { left: number; top: number; side: number } {
  const side = sideOf(crop);
  return { left: crop.x * crop.width - side / 2, top: crop.y * crop.height - side / 2, side };
}
