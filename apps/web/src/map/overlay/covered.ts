import type { Rect } from './label-layout';

/**
 * What panels cover of the map, px of the map: labels stay off them. The map's own (scale, credit, buttons) stand beside the ground, which is the
 * map's container, those of its page (legend, switch) beside the whole view.
 */
export function coveredOf(map: { getContainer: () => HTMLElement }): Rect[] {
  const ground = map.getContainer();
  const { left, top } = ground.getBoundingClientRect();
  const view = ground.parentElement;
  const panels = (view?.parentElement ?? view)?.querySelectorAll('[data-map-panel]') ?? [];
  return Array.from(panels, (panel) => {
    const { x, y, width, height } = panel.getBoundingClientRect();
    return { x: x - left, y: y - top, width, height };
  });
}
