import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id, requiredTime } from '../../core/page';
import { placeAdd, placeFields, placeRead } from './calls';
import { segmentOut } from './segments';
import { lat, lng, point, shapeInput } from './shape';

/** The track that a line is made from. */
const drive = z.object({
  vehicleId: id,
  startTime: requiredTime('请选择开始时间'),
  endTime: requiredTime('请选择结束时间'),
});

/** Radius of a site that is made of a stop, metres. */
export const stopSiteRadiusM = 200;

/** A stretch without data, which is a straight leg of the line until somebody draws it. */
const gapOut = z.object({ startTime: dateTime, endTime: dateTime, km: z.number(), from: point, to: point });
export type TrackGap = z.output<typeof gapOut>;

const gapText = ({ startTime, endTime, km }: Omit<TrackGap, 'from' | 'to'>) =>
  `${startTime.slice(5, 16)} 至 ${endTime.slice(5, 16)}（${km}km）`;
/** Why a line may not be saved yet; the form and the server say the same. */
export const unbridgedText = (gaps: ReadonlyArray<Omit<TrackGap, 'from' | 'to'>>): string =>
  `轨迹在 ${gaps.slice(0, 3).map(gapText).join('、')}${gaps.length > 3 ? ` 等${gaps.length}段` : ''}无数据，线路在此为直线，请在地图上拖动线段中点，画出实际走向后再保存`;

/** Makes a line of the track of a vehicle; nothing is saved. */
export const lineFromTrack = endpoint({
  path: '/api/base/manage/line/fromTrack',
  access: placeRead,
  title: '由轨迹生成电子线路',
  input: drive.extend({
    toleranceM: z.number().int().min(10, '抽稀精度应在10~100m之间').max(100, '抽稀精度应在10~100m之间').default(30),
    /** stops of more than 15 minutes become points of the line, in place of the drift around them */
    snap: z.boolean().default(true),
  }),
  output: z.object({
    points: z.array(z.tuple([z.number(), z.number()])),
    lengthKm: z.number(),
    /** points of the track before thinning */
    sourcePoints: z.number(),
    /** longest first */
    gaps: z.array(gapOut),
    /** trips in that time (K6), oldest first: usually one of them is wanted */
    trips: z.array(
      z.object({ startTime: dateTime, endTime: dateTime, km: z.number(), from: z.string(), to: z.string() }),
    ),
    /** stops of more than 15 minutes; several at one place are listed once */
    stops: z.array(
      z.object({
        startTime: dateTime,
        minutes: z.number(),
        lng: z.number(),
        lat: z.number(),
        address: z.string(),
        /** the existing site at this position; '' when there is none */
        placeName: z.string(),
        /** a free name for a new one */
        name: z.string(),
      }),
    ),
    /** 85 of 100 moving reports were no faster, to the next 5 km/h; null: too few of them */
    usualKmh: z.number().nullable(),
    /** the same for every km of the line; neighbouring km of one speed are one segment, stretches without data are left out */
    segments: z.array(segmentOut),
  }),
});

/** A stop that becomes a site together with the line. */
const newSite = z.object({
  name: placeFields.shape.name,
  address: placeFields.shape.address,
  lng,
  lat,
});
export type NewSite = z.output<typeof newSite>;

/** Saves a line that was made from a track together with the sites at its stops: all of them or nothing. */
export const lineAdd = endpoint({
  path: '/api/base/manage/line/add',
  access: placeAdd.access,
  title: '保存由轨迹生成的电子线路',
  input: placeFields.extend({
    shape: shapeInput,
    track: drive,
    sites: z.array(newSite).max(50, '一次最多新建50个站点').default([]),
  }),
  output: z.object({ id, siteIds: z.array(id) }),
});
