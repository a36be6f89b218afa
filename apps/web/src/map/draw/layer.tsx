import type { LngLat } from '@tongda/geo/types';
import { Redo2, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { ThemeMode } from '../../theme/palette';
import { OverlayCanvas } from '../overlay/canvas';
import type { LayoutView } from '../overlay/vehicle-layout';
import { makeProjector } from '../track/painter';
import { useMapKit } from '../view/context';
import { type DrawTool, type Handle, handlesOf, leastVertices, measureShape, shapeFault, shapeOfClicks } from './model';
import { type Project, paintGround, paintHandles, paintWarned } from './paint';
import { type Drawing, isDrawn, type Scene, useDrawing } from './use-drawing';
import './styles.css';

interface DrawLayerProps extends Drawing {
  colour: string;
  /** stretches of the line that may not stay as they are, painted in red on top */
  warned?: ReadonlyArray<readonly LngLat[]>;
}

const hints: Record<DrawTool, string> = {
  circle: '单击确定圆心，再单击确定半径',
  rect: '单击两个对角',
  polygon: '逐点单击画边界，双击或回车结束，Backspace 退回一点',
  line: '逐点单击画线，双击或回车结束，Backspace 退回一点',
};
const editHint = '拖动圆点修改，拖动中点加点，选中顶点按 Delete 删除';

/** Drawing on a map: a tool makes a shape, its handles change it. It is painted on a canvas over the map, so that dragging does not make the map itself draw. */
export function DrawLayer(props: DrawLayerProps) {
  const { tool, shape, colour, halfWidthM, warned } = props;
  const kit = useMapKit();
  const { map, crs, mode } = kit;
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<OverlayCanvas | null>(null);
  const repaint = useRef(() => overlay.current?.invalidate());
  const drawing = useDrawing(kit, props, repaint);
  const { scene } = drawing;
  const latest = useRef({ tool, shape, colour, halfWidthM, warned, mode });
  latest.current = { tool, shape, colour, halfWidthM, warned, mode };

  useEffect(() => {
    if (!canvas.current) return;
    const made = new OverlayCanvas(map, canvas.current, (pen, view) => {
      paintScene(pen, view, makeProjector(view, crs), latest.current, scene.current);
    });
    overlay.current = made;
    return () => {
      made.destroy();
      overlay.current = null;
    };
  }, [map, crs, scene]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever of these changes is painted
  useEffect(() => overlay.current?.invalidate(), [tool, shape, colour, halfWidthM, warned, mode]);

  return createPortal(
    <>
      <canvas ref={canvas} className="map-view-canvas" data-map-overlay="draw" />
      {tool || isDrawn(shape) ? <DrawBar layer={props} drawing={drawing} /> : null}
    </>,
    map.getContainer().parentElement ?? map.getContainer(),
  );
}

type Picture = Pick<DrawLayerProps, 'tool' | 'shape' | 'colour' | 'halfWidthM' | 'warned'> & { mode: ThemeMode };

/** Paints the clicks so far with the shape that they would make, or the shape with its handles. */
function paintScene(
  pen: CanvasRenderingContext2D,
  view: LayoutView,
  at: Project,
  { tool, shape, colour, halfWidthM, warned, mode }: Picture,
  { clicks, hover, live, chosen }: Scene,
): void {
  if (tool) {
    const all = hover ? [...clicks, hover] : clicks;
    const made = shapeOfClicks(tool, all, halfWidthM);
    const sketch = made ?? (all.length > 1 ? shapeOfClicks('line', all, 0) : null);
    if (sketch) paintGround(pen, view, at, sketch, { colour, fill: 0.16, width: 2, dash: made ? [] : [6, 4] });
    const dots = clicks.map((point, index): Handle => ({ role: 'vertex', index, at: point }));
    paintHandles(pen, at, dots, null, mode);
    return;
  }
  const ground = live ?? shape;
  if (!ground) return;
  paintGround(pen, view, at, ground, { colour, fill: 0.2, width: 2.5 });
  for (const way of warned ?? []) paintWarned(pen, at, way, mode);
  if (isDrawn(ground)) paintHandles(pen, at, handlesOf(ground), chosen, mode);
}

/** The bar over the map: what to do next, the measures or what is wrong, and the buttons. */
function DrawBar({ layer, drawing }: { layer: DrawLayerProps; drawing: ReturnType<typeof useDrawing> }) {
  const { tool, shape, halfWidthM } = layer;
  const { shown, finish, back, again, canUndo, canRedo } = drawing;
  const live = tool
    ? shapeOfClicks(tool, shown.hover ? [...shown.clicks, shown.hover] : shown.clicks, halfWidthM)
    : (shown.live ?? shape);
  const wrong = live && isDrawn(live) ? shapeFault(live) : null;
  const ready = tool !== null && shown.clicks.length >= leastVertices(tool);
  return (
    <div className="map-view-note map-draw-bar" role="status" aria-label="绘图" data-map-panel>
      <span className={wrong ? 'map-draw-wrong' : undefined}>
        {wrong ?? (live ? measureShape(live) : tool ? hints[tool] : editHint)}
      </span>
      {live && !wrong ? <span className="td-cap">{tool ? hints[tool] : editHint}</span> : null}
      <IconButton
        label="撤销"
        title="撤销 (Ctrl+Z)"
        disabled={!canUndo}
        onClick={back}
        icon={<Undo2 className="td-ico" />}
      />
      <IconButton
        label="重做"
        title="重做 (Ctrl+Y)"
        disabled={!canRedo}
        onClick={again}
        icon={<Redo2 className="td-ico" />}
      />
      {tool === 'polygon' || tool === 'line' ? (
        <button type="button" className="td-plain map-draw-word" disabled={!ready} onClick={finish}>
          完成
        </button>
      ) : null}
      {tool ? (
        <button type="button" className="td-plain map-draw-word" onClick={layer.onToolEnd}>
          取消
        </button>
      ) : (
        <IconButton label="清除图形" onClick={() => layer.onShape(null)} icon={<Trash2 className="td-ico" />} />
      )}
    </div>
  );
}

interface IconButtonProps {
  label: string;
  title?: string;
  disabled?: boolean;
  icon: ReactNode;
  onClick: () => void;
}
const IconButton = ({ label, title = label, disabled = false, icon, onClick }: IconButtonProps) => (
  <button type="button" className="td-plain" title={title} aria-label={label} disabled={disabled} onClick={onClick}>
    {icon}
  </button>
);
