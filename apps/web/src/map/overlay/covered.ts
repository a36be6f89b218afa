import type { Rect } from './label-layout';

/**
 * What the map's own panels (scale, credit, buttons) cover of it, px of the map: labels stay off them. They stand beside the ground, which is the
 * map's container.
 */
export function coveredOf(map: { getContainer: () => HTMLElement }): Rect[] {
  const ground = map.getContainer();
  const { left, top } = ground.getBoundingClientRect();
  const panels = ground.parentElement?.querySelectorAll('[data-map-panel]') ?? [];
  return Array.from(panels, (panel) => {
    const { x, y, width, height } = panel.getBoundingClientRect();
    return { x: x - left, y: y - top, width, height };
  });
}
