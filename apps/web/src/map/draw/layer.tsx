import type { LngLat } from '@tongda/geo/types';
import { Redo2, Trash2, Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { OverlayCanvas } from '../overlay/canvas';
import { projector } from '../track/painter';
import { useMapKit } from '../view/context';
import { type DrawTool, fault, fromClicks, handlesOf, leastVertices, measures } from './model';
import { paintGround, paintHandles, paintWarned } from './paint';
import { type Drawing, isDrawn, useDrawing } from './use-drawing';
import './styles.css';

interface DrawLayerProps extends Drawing {
  colour: string;
  /** stretches that are wrong as they stand, on top of the ground */
  warned?: ReadonlyArray<readonly LngLat[]>;
}

const hints: Record<DrawTool, string> = {
  circle: '单击确定圆心，再单击确定半径',
  rect: '单击两个对角',
  polygon: '逐点单击画边界，双击或回车结束，Backspace 退回一点',
  line: '逐点单击画线，双击或回车结束，Backspace 退回一点',
};
const editHint = '拖动圆点修改，拖动中点加点，选中顶点按 Delete 删除';

/** Drawing on a map: a tool makes a ground, its handles change it. Painted over the map, so that dragging costs no frame of it. */
export function DrawLayer(props: DrawLayerProps) {
  const { tool, shape, colour, halfWidthM, warned } = props;
  const kit = useMapKit();
  const { map, crs, mode } = kit;
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<OverlayCanvas | null>(null);
  const repaint = useRef(() => overlay.current?.invalidate());
  const { scene, shown, finish, back, again, canUndo, canRedo } = useDrawing(kit, props, repaint);
  const latest = useRef({ tool, shape, colour, halfWidthM, warned, mode });
  latest.current = { tool, shape, colour, halfWidthM, warned, mode };

  useEffect(() => {
    if (!canvas.current) return;
    const made = new OverlayCanvas(map, canvas.current, (pen, view) => {
      const { tool: kind, shape: still, colour: ink, halfWidthM: width, mode: theme } = latest.current;
      const at = projector(view, crs);
      const { clicks, hover, live, chosen } = scene.current;
      if (kind) {
        const all = hover ? [...clicks, hover] : clicks;
        const made = fromClicks(kind, all, width);
        const sketch = made ?? (all.length > 1 ? fromClicks('line', all, 0) : null);
        if (sketch) paintGround(pen, view, at, sketch, { colour: ink, fill: 0.16, width: 2, dash: made ? [] : [6, 4] });
        paintHandles(
          pen,
          at,
          clicks.map((point, index) => ({ role: 'vertex', index, at: point })),
          null,
          theme,
        );
        return;
      }
      const ground = live ?? still;
      if (!ground) return;
      paintGround(pen, view, at, ground, { colour: ink, fill: 0.2, width: 2.5 });
      for (const way of latest.current.warned ?? []) paintWarned(pen, at, way, theme);
      if (isDrawn(ground)) paintHandles(pen, at, handlesOf(ground), chosen, theme);
    });
    overlay.current = made;
    return () => {
      made.destroy();
      overlay.current = null;
    };
  }, [map, crs, scene]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever of these changes is painted
  useEffect(() => overlay.current?.invalidate(), [tool, shape, colour, halfWidthM, warned, mode]);

  const live = tool
    ? fromClicks(tool, shown.hover ? [...shown.clicks, shown.hover] : shown.clicks, halfWidthM)
    : (shown.live ?? shape);
  const wrong = live && isDrawn(live) ? fault(live) : null;
  const ready = tool !== null && shown.clicks.length >= leastVertices(tool);
  return createPortal(
    <>
      <canvas ref={canvas} className="td-map-canvas" data-map-overlay="draw" />
      {tool || isDrawn(shape) ? (
        <div className="td-map-note td-draw-bar" role="status" aria-label="绘图" data-map-panel>
          <span className={wrong ? 'td-draw-wrong' : undefined}>
            {wrong ?? (live ? measures(live) : tool ? hints[tool] : editHint)}
          </span>
          {live && !wrong ? <span className="td-cap">{tool ? hints[tool] : editHint}</span> : null}
          <button
            type="button"
            className="td-plain"
            title="撤销 (Ctrl+Z)"
            aria-label="撤销"
            disabled={!canUndo}
            onClick={back}
          >
            <Undo2 className="td-ico" />
          </button>
          <button
            type="button"
            className="td-plain"
            title="重做 (Ctrl+Y)"
            aria-label="重做"
            disabled={!canRedo}
            onClick={again}
          >
            <Redo2 className="td-ico" />
          </button>
          {tool === 'polygon' || tool === 'line' ? (
            <button type="button" className="td-plain td-draw-word" disabled={!ready} onClick={finish}>
              完成
            </button>
          ) : null}
          {tool ? (
            <button type="button" className="td-plain td-draw-word" onClick={props.onToolEnd}>
              取消
            </button>
          ) : (
            <button
              type="button"
              className="td-plain"
              title="清除图形"
              aria-label="清除图形"
              onClick={() => props.onShape(null)}
            >
              <Trash2 className="td-ico" />
            </button>
          )}
        </div>
      ) : null}
    </>,
    map.getContainer().parentElement ?? map.getContainer(),
  );
}
