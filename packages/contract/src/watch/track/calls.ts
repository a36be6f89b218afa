import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { boundFields } from '../../core/field/bound';
import { dayHours } from '../../core/field/time-window';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { alarmSources } from '../alarm/words';

const monitor = { menu: 166 } as const;
/** Longest range shown at once; longer ones go through the export (31 days). */
export const trackMaxDays = 7;
export const trackExportMaxDays = 31;
/** Tracks of more points than this are simplified for the map … */
export const trackSimplifyAbove = 20_000;
/** … to at most this many, keeping stops, extremes and state changes (community.md 2.3). */
export const trackMapPoints = 5_000;

const range = {
  vehicleId: id,
  startTime: dateTime,
  endTime: dateTime,
  /** 时段: only this part of each day, of the company's clock */
  operatingHours: dayHours,
};
export const trackQuery = endpoint({
  path: '/api/gis/track/query',
  access: monitor,
  title: '行驶轨迹',
  input: z.object({
    ...range,
    /** minutes, 1-1440 */
    parkingDuration: z.number().int().min(1).max(1440).default(5),
    filterDrift: z.boolean().default(true),
    showLate: z.boolean().default(true),
  }),
  output: z.object({
    /** Columns in step, so that 8,640 points stay small: times are epoch ms, positions WGS-84. */
    points: z.object({
      t: z.array(z.number()),
      lng: z.array(z.number()),
      lat: z.array(z.number()),
      speedKmh: z.array(z.number().nullable()),
      directionDeg: z.array(z.number().nullable()),
      /** metres from the start of the range (K3) */
      mileageM: z.array(z.number()),
      /** bit 0 acc, 1 located, 2 late, 3 first point after a gap without data */
      flags: z.array(z.number()),
      tempC: z.array(z.array(z.number().nullable())),
      humPct: z.array(z.array(z.number().nullable())),
      fuelL: z.array(z.array(z.number().nullable())),
      /** two bits a door: 0 unknown, 1 closed, 2 open */
      doors: z.array(z.number()),
    }),
    simplified: z.boolean(),
    stops: z.array(
      z.object({
        no: z.number().int(),
        startTime: z.number(),
        endTime: z.number(),
        /** still standing at the end of the range */
        open: z.boolean(),
        lng: z.number(),
        lat: z.number(),
        accOffSec: z.number(),
        idleSec: z.number(),
        address: z.string(),
      }),
    ),
    trips: z.array(
      z.object({
        no: z.number().int(),
        startTime: z.number(),
        endTime: z.number(),
        startAddress: z.string(),
        endAddress: z.string(),
        mileageM: z.number(),
        drivingSec: z.number(),
        idleSec: z.number(),
        /** null: no report knew its speed */
        maxSpeedKmh: z.number().nullable(),
        avgSpeedKmh: z.number().nullable(),
      }),
    ),
    gaps: z.array(
      z.object({
        startTime: z.number(),
        endTime: z.number(),
        fromIndex: z.number().int(),
        distanceM: z.number(),
        reason: z.string(),
      }),
    ),
    doorEvents: z.array(
      z.object({
        door: z.number().int(),
        name: z.string(),
        startTime: z.number(),
        endTime: z.number().nullable(),
        lng: z.number(),
        lat: z.number(),
        durationSec: z.number(),
      }),
    ),
    /**
     * alarms of the platform that began or ran in the range, and what the terminal reported beyond them: bit of the alarm word, from first to
     * last point that carried it
     */
    alarmEvents: z.array(
      z.object({
        bit: z.number().int().nullable(),
        /** row of the alarm list */
        episodeId: z.string().nullable(),
        name: z.string(),
        /** probe, door or place, its reading and its bound in words, as in the alarm list; '' where there are none */
        subjectWords: z.string(),
        value: z.string(),
        limit: z.string(),
        source: z.enum(alarmSources),
        /** alarmHandleStatus; null: told by the terminal only, nobody handles it */
        handleStatus: z.number().int().nullable(),
        /** episodeLevel; 0 = the terminal's */
        level: z.number().int(),
        startTime: z.number(),
        endTime: z.number().nullable(),
        lng: z.number().nullable(),
        lat: z.number().nullable(),
        address: z.string(),
        speedKmh: z.number().nullable(),
      }),
    ),
    probes: z.array(
      z.object({
        kind: z.enum(['tem', 'hum', 'door', 'oil']),
        channel: z.number().int(),
        name: z.string(),
        zone: z.string().nullable(),
        lower: z.number().nullable(),
        upper: z.number().nullable(),
      }),
    ),
    stat: z.object({
      mileageM: z.number(),
      gapMileageM: z.number(),
      drivingSec: z.number(),
      idleSec: z.number(),
      parkedSec: z.number(),
      noDataSec: z.number(),
      maxSpeedKmh: z.number().nullable(),
      avgSpeedKmh: z.number().nullable(),
      stopCount: z.number(),
      pointCount: z.number(),
      lateCount: z.number(),
      droppedCount: z.number(),
      /** received of expected seconds, 0-100 */
      completePct: z.number(),
      temps: z.array(
        z.object({
          channel: z.number().int(),
          min: z.number().nullable(),
          max: z.number().nullable(),
          avg: z.number().nullable(),
        }),
      ),
      fuelStartL: z.number().nullable(),
      fuelEndL: z.number().nullable(),
    }),
    /** why there is nothing, in words; empty when there is something */
    emptyReason: z.string(),
    vehicle: z.object({
      vehicleId: id,
      plateNo: z.string(),
      vehicleColor: z.number(),
      vehicleType: z.string(),
      timeZone: z.string(),
    }),
  }),
});
export type TrackAnswer = z.infer<typeof trackQuery.output>;
export type TrackProbe = TrackAnswer['probes'][number];

const trackRow = z.object({
  no: z.number().int(),
  gpsTime: z.string(),
  receiveTime: z.string(),
  /** epoch ms of gpsTime, for the player */
  t: z.number(),
  speedKmh: z.number().nullable(),
  direction: z.string(),
  mileageKm: z.number(),
  acc: z.string(),
  tem1: z.number().nullable(),
  tem2: z.number().nullable(),
  tem3: z.number().nullable(),
  tem4: z.number().nullable(),
  hum1: z.number().nullable(),
  oilL: z.number().nullable(),
  doors: z.string(),
  address: z.string(),
  /** 实时 / 补传 / 不定位 / 基站 */
  kind: z.string(),
});
export type TrackRow = z.infer<typeof trackRow>;

export const trackColumns = columns<TrackRow>()([
  { value: 'no', label: '序号', width: 60, align: 'right' },
  { value: 'gpsTime', label: '定位时间', width: 150, noEdit: true, sortable: true },
  { value: 'receiveTime', label: '通讯时间', width: 150 },
  { value: 'speedKmh', label: '速度(km/h)', width: 90, align: 'right' },
  { value: 'direction', label: '方向', width: 60 },
  { value: 'mileageKm', label: '里程(km)', width: 90, align: 'right' },
  { value: 'acc', label: 'ACC', width: 60 },
  { value: 'tem1', label: '温度1(℃)', width: 90, align: 'right' },
  { value: 'tem2', label: '温度2(℃)', width: 90, align: 'right' },
  { value: 'tem3', label: '温度3(℃)', width: 90, align: 'right' },
  { value: 'tem4', label: '温度4(℃)', width: 90, align: 'right' },
  { value: 'hum1', label: '湿度(%RH)', width: 90, align: 'right' },
  { value: 'doors', label: '车门', width: 110 },
  { value: 'oilL', label: '油量(L)', width: 80, align: 'right' },
  { value: 'address', label: '位置', width: 300 },
  { value: 'kind', label: '类型', width: 70 },
]);

export const trackPoints = endpoint({
  path: '/api/gis/track/points',
  access: monitor,
  title: '轨迹点明细（原始点，分页）',
  /** the vehicle by its id or by a customer's code for it; who names customer or code is told of the bindings' time only */
  input: pageQuery.extend({
    ...range,
    vehicleId: id.optional(),
    ...boundFields,
    aroundTime: z.number().optional(),
  }),
  /** `extCode`: the vehicle's code at that moment; empty for none, and for several customers' of whom none was named */
  output: pageOf(trackRow.extend({ extCode: z.string() })),
});

export const trackExport = endpoint({
  path: '/api/gis/track/export',
  access: { menu: 166, path: 'trajectory/export', label: '导出轨迹' },
  title: '导出轨迹（xlsx、csv、kml、gpx）',
  input: z.object({
    ...range,
    format: z.enum(['xlsx', 'csv', 'kml', 'gpx'], '不支持的文件格式'),
    fields: z.array(z.string()).optional(),
  }),
  output: z.object({ id }),
});
