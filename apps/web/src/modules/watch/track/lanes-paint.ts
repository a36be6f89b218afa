import { hourMs } from '@tongda/contract/core/durations';
import type { TrackAnswer } from '@tongda/contract/watch/track/calls';
import { pointFlag, speedColour, type TempScale, tempScales, timeTicks } from './model';

/** Colours of the lanes, read from the theme once a paint. */
export interface LaneInk {
  text: string;
  caption: string;
  grid: string;
  line: string;
  stop: string;
  stopText: string;
  stopColumn: string;
  gap: string;
  limit: string;
  bandChilled: string;
  bandChilledEdge: string;
  bandFrozen: string;
  bandFrozenEdge: string;
  chilled: string;
  frozen: string;
  out: string;
  door: string;
  doorBack: string;
  alarm: string;
  /** on the mark of an alarm */
  sign: string;
  speedFill: string;
}

/** Heights in px; one x axis for all. */
export const lane = {
  gutter: 72,
  right: 14,
  top: 4,
  stops: 18,
  speed: 50,
  temp: 74,
  door: 10,
  alarm: 18,
  axis: 20,
  space: 6,
} as const;
export const lanesHeight =
  lane.top + lane.stops + lane.speed + lane.temp + lane.door + lane.alarm + lane.axis + lane.space * 4;

export interface Geometry {
  from: number;
  to: number;
  width: number;
  x: (t: number) => number;
  t: (x: number) => number;
  /** tops of the lanes */
  y: { stops: number; speed: number; temp: number; door: number; alarm: number; axis: number };
  speedMax: number;
  scales: TempScale[];
}

/** Where everything stands for a track and a width. */
export function laneGeometry(track: TrackAnswer, from: number, to: number, width: number): Geometry {
  const inner = Math.max(1, width - lane.gutter - lane.right);
  const span = Math.max(1, to - from);
  const stops = lane.top;
  const speed = stops + lane.stops + lane.space;
  const temp = speed + lane.speed + lane.space;
  const door = temp + lane.temp + lane.space;
  const alarm = door + lane.door + lane.space;
  let fastest = 100;
  for (const v of track.points.speedKmh) fastest = Math.max(fastest, v ?? 0);
  return {
    from,
    to,
    width,
    x: (t) => lane.gutter + ((t - from) / span) * inner,
    t: (x) => from + ((x - lane.gutter) / inner) * span,
    y: { stops, speed, temp, door, alarm, axis: alarm + lane.alarm },
    speedMax: Math.ceil(fastest / 20) * 20,
    scales: tempScales(track),
  };
}

/** Draws all lanes. The playhead is not here: it moves 30 times a second over this picture. */
export function paintLanes(
  ctx: CanvasRenderingContext2D,
  track: TrackAnswer,
  g: Geometry,
  ink: LaneInk,
  zoneOffsetMs: number,
): void {
  ctx.clearRect(0, 0, g.width, lanesHeight);
  ctx.font = '11px "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif';
  ctx.textBaseline = 'middle';
  paintGrid(ctx, g, ink, zoneOffsetMs);
  paintStopColumns(ctx, track, g, ink);
  paintSpeed(ctx, track, g, ink);
  paintTemps(ctx, track, g, ink);
  paintDoors(ctx, track, g, ink);
  paintGaps(ctx, track, g, ink);
  paintStops(ctx, track, g, ink);
  paintAlarms(ctx, track, g, ink);
  paintCaptions(ctx, g, ink);
}

function paintGrid(ctx: CanvasRenderingContext2D, g: Geometry, ink: LaneInk, zoneOffsetMs: number): void {
  ctx.strokeStyle = ink.grid;
  ctx.fillStyle = ink.caption;
  ctx.lineWidth = 1;
  ctx.textAlign = 'center';
  const long = g.to - g.from > 36 * hourMs;
  for (const t of timeTicks(g.from, g.to, g.width - lane.gutter, zoneOffsetMs)) {
    const x = Math.round(g.x(t)) + 0.5;
    strokeLine(ctx, x, g.y.stops, x, g.y.axis);
    const local = new Date(t + zoneOffsetMs).toISOString();
    ctx.fillText(long ? `${local.slice(5, 10)} ${local.slice(11, 16)}` : local.slice(11, 16), x, g.y.axis + 11);
  }
  strokeLine(ctx, lane.gutter, g.y.axis + 0.5, g.width - lane.right, g.y.axis + 0.5);
}

function paintCaptions(ctx: CanvasRenderingContext2D, g: Geometry, ink: LaneInk): void {
  ctx.textAlign = 'left';
  ctx.fillStyle = ink.caption;
  ctx.fillText('停车', 12, g.y.stops + 9);
  ctx.fillText('速度', 12, g.y.speed + 8);
  ctx.fillText('km/h', 12, g.y.speed + 22);
  ctx.fillText('温度', 12, g.y.temp + 8);
  ctx.fillText('℃', 12, g.y.temp + 22);
  ctx.fillText('车门', 12, g.y.door + 5);
  ctx.fillText('报警', 12, g.y.alarm + 9);
  ctx.textAlign = 'right';
  const speedY = (v: number): number => g.y.speed + lane.speed - (v / g.speedMax) * lane.speed;
  for (const v of [0, 60, 100]) if (v <= g.speedMax) ctx.fillText(String(v), lane.gutter - 6, speedY(v));
  scaleBoxes(g).forEach(({ scale, top, height }) => {
    const y = tempYOf(scale, top, height);
    const values = scale.lower !== null && scale.upper !== null ? [scale.upper, scale.lower] : [scale.max, scale.min];
    for (const v of values) ctx.fillText(String(Math.round(v * 10) / 10).replace('-', '−'), lane.gutter - 6, y(v));
  });
}

function paintStopColumns(ctx: CanvasRenderingContext2D, track: TrackAnswer, g: Geometry, ink: LaneInk): void {
  ctx.fillStyle = ink.stopColumn;
  for (const stop of track.stops) {
    const x = g.x(stop.startTime);
    ctx.fillRect(x, g.y.speed, Math.max(1, g.x(stop.endTime) - x), g.y.axis - g.y.speed);
  }
}

function paintStops(ctx: CanvasRenderingContext2D, track: TrackAnswer, g: Geometry, ink: LaneInk): void {
  ctx.textAlign = 'center';
  for (const stop of track.stops) {
    const x = g.x(stop.startTime);
    const w = Math.max(3, g.x(stop.endTime) - x);
    ctx.fillStyle = ink.stop;
    ctx.fillRect(x, g.y.stops, w, lane.stops);
    if (w >= 14) {
      ctx.fillStyle = ink.stopText;
      ctx.fillText(String(stop.no), x + w / 2, g.y.stops + 9.5);
    }
  }
}

/** Joins neighbouring points into strokes of one colour; breaks at gaps. Several points in one pixel column are drawn as their span. */
function paintCurve(
  ctx: CanvasRenderingContext2D,
  track: TrackAnswer,
  g: Geometry,
  valueAt: (i: number) => number | null,
  y: (v: number) => number,
  colourAt: (i: number) => string,
  widthAt: (i: number) => number,
): void {
  const { t, flags } = track.points;
  let colour = '';
  let open = false;
  let previous: { x: number; y: number } | null = null;
  for (let i = 0; i < t.length; i++) {
    const value = valueAt(i);
    if (value === null || ((flags[i] ?? 0) & pointFlag.afterGap) !== 0) previous = null;
    if (value === null) continue;
    const here = { x: g.x(t[i] ?? 0), y: y(value) };
    if (previous) {
      const next = `${colourAt(i)}|${widthAt(i)}`;
      if (next !== colour || !open) {
        if (open) ctx.stroke();
        ctx.beginPath();
        ctx.strokeStyle = colourAt(i);
        ctx.lineWidth = widthAt(i);
        colour = next;
        open = true;
      }
      ctx.moveTo(previous.x, previous.y);
      ctx.lineTo(here.x, here.y);
    }
    previous = here;
  }
  if (open) ctx.stroke();
}

function paintSpeed(ctx: CanvasRenderingContext2D, track: TrackAnswer, g: Geometry, ink: LaneInk): void {
  const y = (v: number): number => g.y.speed + lane.speed - (v / g.speedMax) * lane.speed;
  ctx.strokeStyle = ink.limit;
  ctx.setLineDash([3, 3]);
  strokeLine(ctx, lane.gutter, y(100), g.width - lane.right, y(100));
  ctx.setLineDash([]);
  const { speedKmh } = track.points;
  paintCurve(
    ctx,
    track,
    g,
    (i) => speedKmh[i] ?? null,
    y,
    (i) => speedColour(speedKmh[i]),
    () => 1.4,
  );
}

function scaleBoxes(g: Geometry): Array<{ scale: TempScale; top: number; height: number }> {
  const count = Math.max(1, g.scales.length);
  const gapPx = 8;
  const height = (lane.temp - gapPx * (count - 1)) / count;
  return g.scales.map((scale, index) => ({ scale, top: g.y.temp + index * (height + gapPx), height }));
}

const tempYOf =
  (scale: TempScale, top: number, height: number) =>
  (v: number): number => {
    const margin = Math.max(0.5, (scale.max - scale.min) * 0.08);
    return top + height - ((v - scale.min + margin) / (scale.max - scale.min + 2 * margin)) * height;
  };

function paintTemps(ctx: CanvasRenderingContext2D, track: TrackAnswer, g: Geometry, ink: LaneInk): void {
  for (const { scale, top, height } of scaleBoxes(g)) {
    const y = tempYOf(scale, top, height);
    const frozen = scale.max < -5;
    if (scale.upper !== null && scale.lower !== null) {
      ctx.fillStyle = frozen ? ink.bandFrozen : ink.bandChilled;
      ctx.fillRect(lane.gutter, y(scale.upper), g.width - lane.gutter - lane.right, y(scale.lower) - y(scale.upper));
      ctx.strokeStyle = frozen ? ink.bandFrozenEdge : ink.bandChilledEdge;
      ctx.lineWidth = 1;
      ctx.setLineDash([2, 2]);
      for (const v of [scale.upper, scale.lower]) strokeLine(ctx, lane.gutter, y(v), g.width - lane.right, y(v));
      ctx.setLineDash([]);
    }
    for (const channel of scale.channels) {
      const values = track.points.tempC[channel - 1] ?? [];
      const probe = track.probes.find((p) => p.kind === 'tem' && p.channel === channel);
      const isOut = (i: number): boolean => {
        const v = values[i] ?? null;
        return (
          v !== null &&
          ((probe?.upper !== null && probe?.upper !== undefined && v > probe.upper) ||
            (probe?.lower !== null && probe?.lower !== undefined && v < probe.lower))
        );
      };
      paintCurve(
        ctx,
        track,
        g,
        (i) => values[i] ?? null,
        y,
        (i) => (isOut(i) ? ink.out : frozen ? ink.frozen : ink.chilled),
        (i) => (isOut(i) ? 2.4 : 1.3),
      );
    }
  }
}

function paintDoors(ctx: CanvasRenderingContext2D, track: TrackAnswer, g: Geometry, ink: LaneInk): void {
  ctx.fillStyle = ink.doorBack;
  ctx.fillRect(lane.gutter, g.y.door + 2, g.width - lane.gutter - lane.right, 6);
  ctx.fillStyle = ink.door;
  for (const event of track.doorEvents) {
    const x = g.x(event.startTime);
    ctx.fillRect(x, g.y.door, Math.max(2, g.x(event.endTime ?? g.to) - x), lane.door);
  }
}

function paintGaps(ctx: CanvasRenderingContext2D, track: TrackAnswer, g: Geometry, ink: LaneInk): void {
  for (const gap of track.gaps) {
    const x = g.x(gap.startTime);
    const w = Math.max(2, g.x(gap.endTime) - x);
    ctx.save();
    ctx.beginPath();
    ctx.rect(x, g.y.speed, w, g.y.axis - g.y.speed);
    ctx.clip();
    ctx.strokeStyle = ink.gap;
    ctx.lineWidth = 1;
    for (let s = x - (g.y.axis - g.y.speed); s < x + w; s += 6)
      strokeLine(ctx, s, g.y.axis, s + (g.y.axis - g.y.speed), g.y.speed);
    ctx.restore();
  }
}

function paintAlarms(ctx: CanvasRenderingContext2D, track: TrackAnswer, g: Geometry, ink: LaneInk): void {
  ctx.textAlign = 'center';
  for (const event of track.alarmEvents) {
    // what ran before the range began stands at its edge
    const x = g.x(Math.max(event.startTime, g.from));
    ctx.fillStyle = ink.alarm;
    ctx.beginPath();
    ctx.arc(x, g.y.alarm + 9, 7.5, 0, Math.PI * 2);
    ctx.fill();
    ctx.fillStyle = ink.sign;
    ctx.fillText(event.name.slice(0, 1), x, g.y.alarm + 9.5);
  }
}

function strokeLine(ctx: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
}
