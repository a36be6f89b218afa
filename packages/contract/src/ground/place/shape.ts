import { z } from 'zod';

/** Grounds on the wire, WGS-84. The geometry of a district is looked up by its adcode, so a request does not carry it. */
export const lng = z.number('经度不正确').min(-180, '经度应在-180~180之间').max(180, '经度应在-180~180之间');
export const lat = z.number('纬度不正确').min(-85, '纬度应在-85~85之间').max(85, '纬度应在-85~85之间');
export const point = z.tuple([lng, lat], '坐标不正确');

/** Bounds of drawing; the form and the server say the same. Metres. */
export const shapeLimits = {
  circle: { min: 50, max: 50_000 },
  polygon: { min: 3, max: 200 },
  line: { min: 2, max: 5000 },
  halfWidth: { min: 50, max: 5000, usual: 200 },
} as const;
const { circle, polygon, line, halfWidth } = shapeLimits;

const circleShape = z.object({
  kind: z.literal('circle'),
  lng,
  lat,
  radiusM: z
    .number('请输入半径')
    .int('半径应为整数')
    .min(circle.min, `半径应在${circle.min}~${circle.max}m之间`)
    .max(circle.max, `半径应在${circle.min}~${circle.max}m之间`),
});
const rectShape = z
  .object({ kind: z.literal('rect'), west: lng, south: lat, east: lng, north: lat })
  .refine((box) => box.west < box.east && box.south < box.north, '矩形的两个对角不能重合');
const polygonShape = z.object({
  kind: z.literal('polygon'),
  points: z
    .array(point)
    .min(polygon.min, `多边形至少${polygon.min}个顶点`)
    .max(polygon.max, `多边形最多${polygon.max}个顶点`),
});
const lineShape = z.object({
  kind: z.literal('line'),
  points: z.array(point).min(line.min, `线路至少${line.min}个点`).max(line.max, `线路最多${line.max}个点`),
  halfWidthM: z
    .number('请输入缓冲宽度')
    .int('缓冲宽度应为整数')
    .min(halfWidth.min, `缓冲宽度应在${halfWidth.min}~${halfWidth.max}m之间`)
    .max(halfWidth.max, `缓冲宽度应在${halfWidth.min}~${halfWidth.max}m之间`),
});
const districtInput = z.object({
  kind: z.literal('district'),
  adcode: z.string('请选择行政区').regex(/^\d{6}$/u, '请选择行政区'),
});

/** A shape in requests. */
export const shapeInput = z.union(
  [circleShape, rectShape, polygonShape, lineShape, districtInput],
  '请在地图上画出图形',
);
export type ShapeInput = z.output<typeof shapeInput>;

/** A shape in answers: a district comes with its name and its parts, each of which is a list of rings. */
export const shapeOut = z.union([
  circleShape,
  z.object({ kind: z.literal('rect'), west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
  polygonShape,
  lineShape,
  districtInput.extend({ parts: z.array(z.array(z.array(z.tuple([z.number(), z.number()])))) }),
]);
export type WireShape = z.output<typeof shapeOut>;
